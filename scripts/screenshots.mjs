// Puts pictures of the last run of looks and stories into the README's folder.
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { statOrNull } from './setup/files.mjs'
import { root } from './setup/paths.mjs'

/** The README's pictures, and the screen of those runs that each shows. */
const pictures = {
  'chat.png': 'chat-approval.dark.1440x900.png',
  'overview.png': 'workflow-running.dark.1440x900.png',
}

const source = join(root, 'out', 'screenshots')
const target = join(root, 'docs', 'images')
await mkdir(target, { recursive: true })
let missing = 0
for (const [name, screen] of Object.entries(pictures)) {
  if (await statOrNull(join(source, screen))) {
    await copyFile(join(source, screen), join(target, name))
    console.log(`docs/images/${name} from out/screenshots/${screen}`)
  } else {
    missing += 1
    console.error(`out/screenshots has no ${screen}; run npm run looks and npm run e2e first.`)
  }
}
process.exit(missing > 0 ? 1 : 0)
