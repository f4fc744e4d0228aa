// Read at once: npm may be gone before somebody starts to watch.
const parent = process.ppid

/**
 * Calls back when the npm that started this script is gone. A signal sent to npm ends the shell between us
 * and does not reach us, so a script that starts things has to notice by itself. Started from a terminal
 * without npm, a script may outlive its shell.
 * @param {() => void} stop
 * @returns {() => void} ends the watch
 */
export function whenNpmEnds(stop, env = process.env) {
  if (!env.npm_lifecycle_event || process.platform === 'win32') return () => {}
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}
