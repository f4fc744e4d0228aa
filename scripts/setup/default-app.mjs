import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What a bare Electron does with `electron <folder>`: it loads the app in that folder. The fallback runtime
 * comes without this part, so we bring our own.
 *
 * The last line must await. Without it the app is ready before our main has run, and everything that has to
 * happen before `ready` (privileged schemes, the sandbox switch) throws.
 */
const main = `import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const argument = process.argv.slice(1).find((each) => !each.startsWith('-'))
if (argument === undefined) {
  console.error('Usage: electron [switches] <app folder>')
  process.exit(2)
}
const folder = resolve(argument)
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
process.defaultApp = true
app.setAppPath(folder)
app.setName(manifest.productName ?? manifest.name)
if (manifest.version) app.setVersion(manifest.version)
if (process.platform === 'linux') app.setDesktopName(manifest.desktopName ?? \`\${app.name}.desktop\`)
await import(pathToFileURL(join(folder, manifest.main ?? 'index.js')).href)
`

const manifest = { name: 'default-app', productName: 'Electron', type: 'module', main: 'main.js' }

/**
 * Writes the default app into a runtime.
 * @param {string} runtime the folder with the executable
 */
export async function writeDefaultApp(runtime) {
  const folder = join(runtime, 'resources', 'app')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, 'main.js'), main)
}
