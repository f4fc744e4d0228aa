// Puts the pictures of the last end-to-end run into the README's folder.
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { statOrNull } from './setup/files.mjs'
import { root } from './setup/paths.mjs'

/** The README's pictures, and for each the screens it may show, best first. */
const pictures = { 'chat.png': ['chat.png'], 'overview.png': ['workflows.png', 'welcome.png', 'first.png'] }

const source = join(root, 'out', 'screenshots')
const target = join(root, 'docs', 'images')
await mkdir(target, { recursive: true })
let missing = 0
for (const [name, candidates] of Object.entries(pictures)) {
  const found = []
  for (const candidate of candidates) if (await statOrNull(join(source, candidate))) found.push(candidate)
  if (found[0]) {
    await copyFile(join(source, found[0]), join(target, name))
    console.log(`docs/images/${name} from out/screenshots/${found[0]}`)
  } else {
    missing += 1
    console.error(`out/screenshots has none of ${candidates.join(', ')}; run npm run e2e first.`)
  }
}
process.exit(missing > 0 ? 1 : 0)
