#!/usr/bin/env node
// The command line from a clone. It needs a build: the same files that the window starts from.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const built = join(root, 'out', 'main', 'cli.cjs')
const sqlite = join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node')
// The prebuilt SQLite needs Node-API 10; loading it on an older Node ends the process without a word.
const lacksSqlite = Number(process.versions.napi) < 10 && !existsSync(sqlite)

if (!existsSync(built) || lacksSqlite) {
  process.stderr.write(
    `Orrery is not built. Run this once, then try again:\n  npm run setup --prefix ${JSON.stringify(root)}\n`,
  )
  process.exitCode = 1
} else {
  const { main } = createRequire(import.meta.url)(built)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const code = await main({
    argv: process.argv.slice(2),
    program: { main: join(root, 'out', 'main'), resources: join(root, 'resources'), version },
    openWindow,
  })
  // Background handles of the app must not keep a finished command.
  process.exit(code)
}

/** Starts the window as `npm start` does. @param {readonly string[]} options @returns {Promise<number>} */
async function openWindow(options) {
  const start = join(root, 'scripts', 'start.mjs')
  process.argv.splice(1, process.argv.length, start, ...options)
  await import(pathToFileURL(start).href)
  return Number(process.exitCode ?? 0)
}
