// Unpacks the browser from npm into the temporary folder, and prints its path.
import chromium from "@sparticuz/chromium";

process.stdout.write(await chromium.executablePath());
