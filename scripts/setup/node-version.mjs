import { SetupError } from './setup-error.mjs'

/** The oldest Node that Vite and the rest of the toolchain start on. */
export const oldestNode = '20.19.0'

/**
 * Compares dotted versions number by number; a leading `v` and anything after `-` do not count.
 * @param {string} a
 * @param {string} b
 * @returns {number} negative when a is older, 0 when equal, positive when newer
 */
export function compareVersions(a, b) {
  const left = numbers(a)
  const right = numbers(b)
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** @param {string} version */
export function checkNode(version = process.versions.node) {
  if (compareVersions(version, oldestNode) >= 0) return
  throw new SetupError(
    `This is Node ${version}; Orrery needs ${oldestNode} or newer.`,
    'install a current Node from your package manager or version manager, then run the same command again.',
  )
}

/** @param {string} version */
function numbers(version) {
  const [release = ''] = version.replace(/^v/, '').split('-')
  return release.split('.').map((part) => Number.parseInt(part, 10) || 0)
}
