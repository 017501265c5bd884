// Unpacks the browser that npm brought into the temporary folder, and says where it is.
import chromium from "@sparticuz/chromium";

process.stdout.write(await chromium.executablePath());
