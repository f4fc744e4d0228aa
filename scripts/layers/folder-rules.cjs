// Folders inside a room, from the lowest up. A folder may import itself and the folders named before it.
const { mayNot, TEST } = require('./rule-words.cjs')

/**
 * One rule for each folder of a room: it imports nothing that stands after it.
 * @param {string} room path of the room
 * @param {readonly string[]} folders from the lowest up
 */
function inOrder(room, folders) {
  const name = room.split('/').at(-1)
  const rules = folders
    .slice(0, -1)
    .map((folder, index) =>
      mayNot(
        `${name}-${folder.replaceAll('/', '-')}-is-below`,
        { path: `^${room}/${folder}/`, pathNot: TEST },
        { path: `^${room}/(${folders.slice(index + 1).join('|')})/` },
        `The order of ${room} from the lowest up: ${folders.join(', ')}.`,
      ),
    )
  const flat = mayNot(
    `${name}-has-folders`,
    { path: `^${room}/[^/]+\\.tsx?$`, pathNot: TEST },
    { path: '.' },
    `A file of ${room} belongs in one of its folders.`,
  )
  return [...rules, flat]
}

const FOLDER_RULES = [
  ...inOrder('src/main/context', ['budget', 'branch', 'instructions', 'news', 'compaction', 'request']),
  ...inOrder('src/main/runs', ['run', 'limits', 'calls', 'turns', 'chats', 'history', 'plans', 'compaction']),
]

module.exports = { FOLDER_RULES }
