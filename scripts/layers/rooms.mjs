/**
 * Folders whose direct children are rooms. A room without a rule of its own is a hole in the wall, so a new
 * folder fails the check until somebody says what it may import.
 */
export const parentsOfRooms = ['src', 'src/main', 'src/renderer', 'src/renderer/features']

/** A name no folder has; a pattern that fits it is about every room and names none. */
const nobody = 'no-such-room'

/**
 * The rooms that no rule names. Features may share one rule, as long as it is about features.
 * @param {readonly string[]} rooms paths such as `src/main/runs`
 * @param {{ forbidden?: readonly any[], allowed?: readonly any[] }} config
 */
export function roomsWithoutRule(rooms, { forbidden = [], allowed = [] }) {
  const patterns = [...forbidden, ...allowed].flatMap(patternsOf)
  return rooms.filter((room) => !patterns.some((pattern) => names(pattern, room)))
}

/** @param {any} rule @returns {RegExp[]} */
function patternsOf(rule) {
  return [rule.from?.path ?? []].flat().map((/** @type {string} */ path) => new RegExp(path))
}

/** @param {RegExp} pattern @param {string} room */
function names(pattern, room) {
  if (!pattern.test(`${room}/file.ts`)) return false
  const parent = room.slice(0, room.lastIndexOf('/'))
  const isFeature = parent === 'src/renderer/features'
  return !pattern.test(isFeature ? `src/renderer/${nobody}/file.ts` : `${parent}/${nobody}/file.ts`)
}
