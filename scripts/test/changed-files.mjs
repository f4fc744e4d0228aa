import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/paths.mjs'

/** What Biome reads. */
const LINTED = /\.(?:[cm]?[jt]sx?|json|css|md)$/

const SOURCE = /\.(?:tsx?|mjs)$/
const TEST = /\.test\.(?:tsx?|mjs)$/

/**
 * Lists the files that differ from `origin/main`, or from the last commit where there is no `origin/main`, with
 * the untracked ones. Deleted files are left out.
 * @param {(args: readonly string[]) => string} git runs git in the repository and returns its output
 * @returns {readonly string[]} paths relative to the repository
 */
export function changedFiles(git = runGit) {
  const changed = lines(git(['diff', '--name-only', '--diff-filter=d', base(git)]))
  const untracked = lines(git(['ls-files', '--others', '--exclude-standard']))
  return [...new Set([...changed, ...untracked])].filter((path) => existsSync(join(root, path)))
}

/** @param {readonly string[]} files */
export function lintable(files) {
  return files.filter((path) => LINTED.test(path))
}

/**
 * The changed test files and the test files next to changed sources.
 * @param {readonly string[]} files
 * @param {(path: string) => boolean} exists whether a path of the repository exists
 * @returns {readonly string[]}
 */
export function testsBeside(files, exists = (path) => existsSync(join(root, path))) {
  const tests = files.map((path) => (TEST.test(path) ? path : path.replace(SOURCE, '.test$&')))
  return [...new Set(tests)].filter((path) => TEST.test(path) && exists(path))
}

/** @param {(args: readonly string[]) => string} git */
function base(git) {
  try {
    return git(['merge-base', 'HEAD', 'origin/main']).trim()
  } catch {
    // A clone without a remote, as continuous integration makes it.
    return 'HEAD'
  }
}

/** @param {readonly string[]} args */
function runGit(args) {
  return execFileSync('git', [...args], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** @param {string} text */
function lines(text) {
  return text.split('\n').filter((line) => line !== '')
}
