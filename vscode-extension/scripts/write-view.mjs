// `npm run view`: builds the trail view, and writes the page that the server carries.
import { writeFileSync } from 'node:fs';
import { pageOf, pagePath, writeView } from './view.mjs';

writeFileSync(pagePath, pageOf(await writeView()));
