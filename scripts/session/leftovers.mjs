import { readdir, readFile } from 'node:fs/promises'

/**
 * Ends processes that a run started and did not end, whoever their parent is by now. They are found by a
 * mark in their environment and ended by their id.
 * @param {string} mark `NAME=value`
 * @returns {Promise<string[]>} the names of what was ended
 */
export async function endLeftovers(mark) {
  if (process.platform !== 'linux') return []
  const ended = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid || !(await isMarked(pid, mark))) continue
    try {
      const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim()
      process.kill(Number(pid), 'SIGKILL')
      ended.push(name)
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return ended
}

/** Ended processes that nobody has waited for have an empty environment and are not found. @param {string} pid @param {string} mark */
async function isMarked(pid, mark) {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').includes(mark)
  } catch {
    // Gone, or somebody else's.
    return false
  }
}
