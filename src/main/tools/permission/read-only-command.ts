/** Programs that only look, whatever arguments they get. */
const LOOKING = new Set(
  `ls pwd cat head tail wc stat file du df basename dirname realpath readlink echo printf true false test [
  which whoami id uname diff cmp cut tr nl grep egrep fgrep md5sum sha1sum sha256sum`.split(/\s+/),
)

const GIT_LOOKING = new Set(['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'describe'])

/** Options with which git starts other programs or writes files. */
const GIT_ACTING = /^'?(-c$|--output|--ext-diff|--textconv|--exec|-O|--open-files-in-pager)/

/** True for a command that changes nothing. Plan mode lets it through; when in doubt the answer is no. */
export function isReadOnlyCommand(command: string): boolean {
  const words = command.split(' ')
  const [name = '', sub = ''] = words
  if (name === 'git') return GIT_LOOKING.has(sub) && !words.some((word) => GIT_ACTING.test(word))
  return LOOKING.has(name)
}
