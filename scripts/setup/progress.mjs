/**
 * Says what is being done, one line when a step begins and one when it ends. Nothing is printed for work
 * that turned out not to be needed, so a set-up with nothing to do is silent.
 * @typedef {{ step<T>(label: string, work: () => Promise<T>): Promise<T>, note(text: string): void }} Progress
 */

/**
 * @param {{ write(text: string): unknown }} stream
 * @param {() => number} now
 * @returns {Progress}
 */
export function createProgress(stream = process.stdout, now = () => performance.now()) {
  const began = now()
  const line = (/** @type {string} */ text) => void stream.write(`${stamp(now() - began)}  ${text}\n`)
  return {
    note: line,
    async step(label, work) {
      const start = now()
      line(`${label} ...`)
      try {
        const result = await work()
        line(`${label}: done in ${seconds(now() - start)}`)
        return result
      } catch (error) {
        line(`${label}: failed after ${seconds(now() - start)}`)
        throw error
      }
    },
  }
}

/** @param {number} ms */
export function seconds(ms) {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** @param {number} ms */
function stamp(ms) {
  return `[${(ms / 1000).toFixed(1).padStart(6)} s]`
}
