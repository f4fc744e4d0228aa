/**
 * One line of the doctor's table. `bad` means something does not work; `note` means it works in another
 * way, which the text says.
 * @typedef {{ part: string, state: 'ok' | 'note' | 'bad', text: string, fix?: string }} Finding
 */

/** @param {string} part @param {string} text @returns {Finding} */
export function ok(part, text) {
  return { part, state: 'ok', text }
}

/** @param {string} part @param {string} text @param {string} [fix] @returns {Finding} */
export function note(part, text, fix) {
  return { part, state: 'note', text, ...(fix ? { fix } : {}) }
}

/** @param {string} part @param {string} text @param {string} fix @returns {Finding} */
export function bad(part, text, fix) {
  return { part, state: 'bad', text, fix }
}

/** @param {readonly Finding[]} findings */
export function table(findings) {
  const width = Math.max(...findings.map(({ part }) => part.length))
  return findings
    .map(({ part, state, text, fix }) => {
      const line = `${state.padEnd(4)}  ${part.padEnd(width)}  ${text}`
      return fix ? `${line}\n      ${' '.repeat(width)}  fix: ${fix}` : line
    })
    .join('\n')
}
