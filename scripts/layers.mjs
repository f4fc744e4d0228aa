// Who may import whom: runs dependency-cruiser with our rules, and guards the guard. Given a TypeScript it
// cannot read, dependency-cruiser finds no modules, no violations, and says all is well.
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { cruise as dependencyCruise } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { parentsOfRooms, roomsWithoutRule } from './layers/rooms.mjs'
import { statOrNull } from './setup/files.mjs'
import { root } from './setup/paths.mjs'

const configName = '.dependency-cruiser.cjs'
// It resolves relative paths from where it is started.
process.chdir(root)
const problems = (await statOrNull(join(root, configName))) ? await examine() : [`${configName} is missing.`]
for (const problem of problems) console.log(problem)
process.exit(problems.length > 0 ? 1 : 0)

async function examine() {
  const report = await cruise()
  const seen = new Set(report.modules.map((/** @type {any} */ { source }) => source))
  const onDisk = (await filesUnder('src')).filter((file) => /\.tsx?$/.test(file))
  const unseen = onDisk.filter((file) => !seen.has(file))
  const config = createRequire(import.meta.url)(join(root, configName))
  const reasons = new Map(config.forbidden?.map((/** @type {any} */ { name, comment }) => [name, comment]))
  const violations = report.summary.violations.filter(
    (/** @type {any} */ { rule }) => rule.severity === 'error',
  )
  const found = [
    ...violations.map((/** @type {any} */ each) => sentence(each, reasons.get(each.rule.name))),
    ...(unseen.length > 0 ? [blindness(unseen)] : []),
    ...roomsWithoutRule(await rooms(), config).map(
      (room) => `room without a rule: ${room} is not named in ${configName}`,
    ),
  ]
  if (found.length === 0)
    console.log(`Layers hold: ${onDisk.length} modules in ${(await rooms()).length} rooms.`)
  return found
}

/** @returns {Promise<any>} modules and violations */
async function cruise() {
  /** @type {any} */
  const options = await extractDepcruiseOptions(join(root, configName))
  const tsConfig = extractTSConfig(
    join(root, options.ruleSet?.options?.tsConfig?.fileName ?? 'tsconfig.base.json'),
  )
  const { output } = await dependencyCruise(['src', 'test/support'], options, undefined, { tsConfig })
  return output
}

/** @param {any} violation @param {string | undefined} reason */
function sentence({ rule, from, to, cycle }, reason) {
  const steps = cycle ? cycle.map((/** @type {any} */ step) => step.name) : [to]
  const path = from === to && !cycle ? from : [from, ...steps].join(' -> ')
  return `${rule.name}: ${path}${reason ? `  (${reason})` : ''}`
}

/** @param {readonly string[]} unseen */
function blindness(unseen) {
  const some = unseen.slice(0, 5).join(', ')
  return `unseen: dependency-cruiser did not read ${unseen.length} modules (${some}); is this TypeScript too new for it?`
}

async function rooms() {
  const found = []
  for (const parent of parentsOfRooms) {
    if (!(await statOrNull(join(root, parent)))) continue
    const entries = await readdir(join(root, parent), { withFileTypes: true })
    found.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}`))
  }
  // A folder without code has nothing to import with.
  const code = (await filesUnder('src')).filter((file) => /\.tsx?$/.test(file))
  return found.filter((room) => code.some((file) => file.startsWith(`${room}/`)))
}

/** @param {string} folder */
async function filesUnder(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
