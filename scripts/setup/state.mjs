import { join } from 'node:path'
import { readJson, writeJson } from './files.mjs'
import { stateFolder } from './paths.mjs'

/**
 * What set-up found out about this node_modules. It lives inside it, so that it is forgotten with it.
 * @param {'packages' | 'electron' | 'sqlite'} name
 */
export function readState(name) {
  return readJson(join(stateFolder, `${name}.json`))
}

/**
 * @param {'packages' | 'electron' | 'sqlite'} name
 * @param {object} value
 */
export function writeState(name, value) {
  return writeJson(join(stateFolder, `${name}.json`), value)
}
