BEGIN TRANSACTION;
CREATE TABLE daily_score (
	date TEXT NOT NULL, 
	browser TEXT NOT NULL, 
	score INTEGER NOT NULL, 
	table_id TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (date, browser)
)
 WITHOUT ROWID

;
INSERT INTO "daily_score" VALUES('2026-11-15','50d4d687a5308d24798f25a7e3bae68f28a3310a34ecb8b372c7def3c5719d68',1,'nxpskviq5u',1794744000.0);
CREATE TABLE house_secret (
	id INTEGER NOT NULL, 
	secret TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "house_secret" VALUES(1,'2e8322b94c82da36450996d7c3501d072de9a2c011c65887e5f298f480c97f1c',1794744000.0);
CREATE TABLE schema_version (
	version INTEGER NOT NULL
);
INSERT INTO "schema_version" VALUES(2);
CREATE TABLE table_log (
	table_id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, position)
)
 WITHOUT ROWID

;
INSERT INTO "table_log" VALUES('74pmzypnsc',0,'created','{"kind":"created","game":"biblios","edition":"iello","options":{},"seats":[{"name":"Ada"},{"open":true}],"pace":"fast"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',1,'sealed','{"kind":"sealed","round":1,"seed":"0000000000000000000000000000000000000000000000000000000000000001"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',2,'seat-taken','{"kind":"seat-taken","seat":0,"name":"Ada","token":"5f8356f395e308141b73f23b38785a7d4a5e9d61eb640d87f89f23cb0fc21dde"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',3,'seat-taken','{"kind":"seat-taken","seat":1,"name":"Bo","token":"3046c1ec16871d90499630cf2b7d13d56a0956c8babd66731d806d931a02dd10"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',4,'begun','{"kind":"begun","round":1}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',5,'acted','{"kind":"acted","seat":1,"action":"keep","id":"2-1"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',6,'acted','{"kind":"acted","seat":1,"action":"auction","id":"2-2"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',7,'acted','{"kind":"acted","seat":1,"action":"public","id":"2-3"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',8,'acted','{"kind":"acted","seat":0,"action":"take gold-3","id":"1-1"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',9,'acted','{"kind":"acted","seat":0,"action":"auction","id":"1-2"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',10,'acted','{"kind":"acted","seat":0,"action":"public","id":"1-3"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',11,'acted','{"kind":"acted","seat":0,"action":"keep","id":"1-4"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',12,'acted','{"kind":"acted","seat":1,"action":"take gold-3","id":"2-4"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',13,'acted','{"kind":"acted","seat":1,"action":"keep","id":"2-5"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',14,'acted','{"kind":"acted","seat":1,"action":"auction","id":"2-6"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',15,'acted','{"kind":"acted","seat":1,"action":"public","id":"2-7"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',16,'acted','{"kind":"acted","seat":0,"action":"take church+1","id":"1-5"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',17,'acted','{"kind":"acted","seat":0,"action":"raise holy-books","id":"1-6"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',18,'acted','{"kind":"acted","seat":0,"action":"auction","id":"1-7"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',19,'acted','{"kind":"acted","seat":0,"action":"keep","id":"1-8"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',20,'acted','{"kind":"acted","seat":0,"action":"public","id":"1-9","digest":"ee6888ce0aeac392653c39b6f096fe2ddb8f5d520093cf1fb5a45320305b44f3"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',21,'acted','{"kind":"acted","seat":1,"action":"take gold-3","id":"2-8"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',22,'acted','{"kind":"acted","seat":1,"action":"public","id":"2-9"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',23,'acted','{"kind":"acted","seat":1,"action":"keep","id":"2-10"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',24,'acted','{"kind":"acted","seat":1,"action":"auction","id":"2-11"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',25,'acted','{"kind":"acted","seat":0,"action":"take gold-2","id":"1-10"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',26,'acted','{"kind":"acted","seat":0,"action":"keep","id":"1-11"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',27,'acted','{"kind":"acted","seat":0,"action":"auction","id":"1-12"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',28,'acted','{"kind":"acted","seat":0,"action":"public","id":"1-13"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',29,'acted','{"kind":"acted","seat":1,"action":"take gold-2","id":"2-12"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',30,'acted','{"kind":"acted","seat":1,"action":"auction","id":"2-13"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',31,'acted','{"kind":"acted","seat":1,"action":"keep","id":"2-14"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',32,'acted','{"kind":"acted","seat":1,"action":"public","id":"2-15"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',33,'acted','{"kind":"acted","seat":0,"action":"take gold-3","id":"1-14"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',34,'acted','{"kind":"acted","seat":0,"action":"public","id":"1-15"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',35,'acted','{"kind":"acted","seat":0,"action":"keep","id":"1-16"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',36,'acted','{"kind":"acted","seat":0,"action":"auction","id":"1-17","digest":"cb824b062c85c199bbf9e2407742f99f4490f91da475cc407f8d0467342fb8d8"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',37,'acted','{"kind":"acted","seat":1,"action":"take tomes-1g","id":"2-16"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',38,'acted','{"kind":"acted","seat":1,"action":"public","id":"2-17"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',39,'acted','{"kind":"acted","seat":1,"action":"keep","id":"2-18"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',40,'acted','{"kind":"acted","seat":1,"action":"auction","id":"2-19"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',41,'acted','{"kind":"acted","seat":0,"action":"take pigments-4i","id":"1-18"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',42,'acted','{"kind":"acted","seat":0,"action":"public","id":"1-19"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',43,'acted','{"kind":"acted","seat":0,"action":"keep","id":"1-20"}',1794744000.0);
INSERT INTO "table_log" VALUES('74pmzypnsc',44,'acted','{"kind":"acted","seat":0,"action":"auction","id":"1-21"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',0,'created','{"kind":"created","game":"bibliogamo","edition":"","options":{},"seats":[{"name":"Ada"}],"pace":"fast"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',1,'sealed','{"kind":"sealed","round":1,"seed":"0707070707070707070707070707070707070707070707070707070707070707"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',2,'seat-taken','{"kind":"seat-taken","seat":0,"name":"Ada","token":"3e13fa250e46a6f61f94f3e038552081309663320d9de50fd0da974947c1a042"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',3,'begun','{"kind":"begun","round":1}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',4,'acted','{"kind":"acted","seat":0,"action":"forward","id":"4-1"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',5,'taken-back','{"kind":"taken-back","seat":0,"id":"back-1"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',6,'acted','{"kind":"acted","seat":0,"action":"forward","id":"4-2"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',7,'acted','{"kind":"acted","seat":0,"action":"back","id":"4-3"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',8,'acted','{"kind":"acted","seat":0,"action":"forward","id":"4-4"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',9,'acted','{"kind":"acted","seat":0,"action":"done","id":"4-5"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',10,'acted','{"kind":"acted","seat":0,"action":"hire 42 history","id":"4-6"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',11,'acted','{"kind":"acted","seat":0,"action":"pay 43","id":"4-7"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',12,'acted','{"kind":"acted","seat":0,"action":"hire 8 philosophy","id":"4-8"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',13,'acted','{"kind":"acted","seat":0,"action":"pay 20","id":"4-9"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',14,'acted','{"kind":"acted","seat":0,"action":"lift 13","id":"4-10"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',15,'acted','{"kind":"acted","seat":0,"action":"forward","id":"4-11"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',16,'acted','{"kind":"acted","seat":0,"action":"back","id":"4-12"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',17,'acted','{"kind":"acted","seat":0,"action":"done","id":"4-13"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',18,'acted','{"kind":"acted","seat":0,"action":"done","id":"4-14"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',19,'acted','{"kind":"acted","seat":0,"action":"library 9","id":"4-15","digest":"115d5a465f554d5930a1bd183b76d2a3ed359519df0b2c646b68191ff3355be4"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',20,'acted','{"kind":"acted","seat":0,"action":"transfer illustrator history poetry","id":"4-16"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',21,'acted','{"kind":"acted","seat":0,"action":"done","id":"4-17"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',22,'acted','{"kind":"acted","seat":0,"action":"hire 16 poetry","id":"4-18"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',23,'acted','{"kind":"acted","seat":0,"action":"pay 41","id":"4-19"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',24,'acted','{"kind":"acted","seat":0,"action":"done","id":"4-20"}',1794744000.0);
INSERT INTO "table_log" VALUES('fsafwmsbcr',25,'acted','{"kind":"acted","seat":0,"action":"lift 35","id":"4-21"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',0,'created','{"kind":"created","game":"bibliogamo","edition":"","options":{},"seats":[{"name":"Ada"}],"pace":"fast","daily":{"date":"2026-11-15","browser":"50d4d687a5308d24798f25a7e3bae68f28a3310a34ecb8b372c7def3c5719d68"}}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',1,'sealed','{"kind":"sealed","round":1,"seed":"a35e92dec4f1c25e76a4f66b7fe524ec267137e54ed99fb11e88c5a5b17efe87"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',2,'seat-taken','{"kind":"seat-taken","seat":0,"name":"Ada","token":"40e797599108fb8b7ee2eb9f589b9451c9f2baccc780e7c9814fcf3c595d86ce"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',3,'begun','{"kind":"begun","round":1}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',4,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-1"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',5,'acted','{"kind":"acted","seat":0,"action":"hire 29 history","id":"3-2"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',6,'acted','{"kind":"acted","seat":0,"action":"pay 30","id":"3-3"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',7,'acted','{"kind":"acted","seat":0,"action":"hire 42 history","id":"3-4"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',8,'acted','{"kind":"acted","seat":0,"action":"pay 26","id":"3-5"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',9,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-6"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',10,'acted','{"kind":"acted","seat":0,"action":"hire 44 history","id":"3-7"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',11,'acted','{"kind":"acted","seat":0,"action":"pay 18","id":"3-8"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',12,'acted','{"kind":"acted","seat":0,"action":"hire 13 history","id":"3-9"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',13,'acted','{"kind":"acted","seat":0,"action":"pay 4","id":"3-10"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',14,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-11"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',15,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-12"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',16,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-13"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',17,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-14"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',18,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-15"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',19,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-16","digest":"d03e284eba53aa007d11e753200a1910074e1a481b1e71bd87f32c358161df78"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',20,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-17"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',21,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-18"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',22,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-19"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',23,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-20"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',24,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-21"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',25,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-22"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',26,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-23"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',27,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-24"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',28,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-25"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',29,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-26"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',30,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-27"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',31,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-28"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',32,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-29"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',33,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-30"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',34,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-31"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',35,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-32","digest":"a214eadd0d2227e4cc3324cdd80a7b3d8292a50cca925f225911567b37b83de0"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',36,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-33"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',37,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-34"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',38,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-35"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',39,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-36"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',40,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-37"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',41,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-38"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',42,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-39"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',43,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-40"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',44,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-41"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',45,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-42"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',46,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-43"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',47,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-44"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',48,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-45"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',49,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-46"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',50,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-47"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',51,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-48","digest":"3e9be8ea009049a5005ea4f46794d164bf304acc94160470abbd2f48e60cce65"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',52,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-49"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',53,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-50"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',54,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-51"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',55,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-52"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',56,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-53"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',57,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-54"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',58,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-55"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',59,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-56"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',60,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-57"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',61,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-58"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',62,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-59"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',63,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-60"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',64,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-61"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',65,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-62"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',66,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-63"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',67,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-64","digest":"db5800b74d2cce9af543b48513e68f954eff9d0a707250c4244a0065c9070d23"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',68,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-65"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',69,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-66"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',70,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-67"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',71,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-68"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',72,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-69"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',73,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-70"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',74,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-71"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',75,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-72"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',76,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-73"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',77,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-74"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',78,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-75"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',79,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-76"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',80,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-77"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',81,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-78"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',82,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-79"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',83,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-80","digest":"0df7acddd63a0d5ebb1feb9f56b594843ff1c1e7b7de0b9490fcc8f89ad26397"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',84,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-81"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',85,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-82"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',86,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-83"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',87,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-84"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',88,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-85"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',89,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-86"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',90,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-87"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',91,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-88"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',92,'acted','{"kind":"acted","seat":0,"action":"done","id":"3-89"}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',93,'scored','{"kind":"scored","date":"2026-11-15","browser":"50d4d687a5308d24798f25a7e3bae68f28a3310a34ecb8b372c7def3c5719d68","score":1}',1794744000.0);
INSERT INTO "table_log" VALUES('nxpskviq5u',94,'sealed','{"kind":"sealed","round":2,"seed":"0707070707070707070707070707070707070707070707070707070707070707"}',1794744000.0);
COMMIT;
