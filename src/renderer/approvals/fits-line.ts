import type { Interaction } from '#shared/session/interaction.ts'

const MOST_LETTERS = 160
const MOST_LINES = 3

/**
 * True when all that would be allowed can be read in a line or three: a short command without cautions. Anything else is answered where it is shown in full.
 */
export function fitsLine(
  asked: Pick<Interaction, 'what' | 'preview' | 'why' | 'differs' | 'guards'>,
): boolean {
  const { what, preview, why, differs, guards } = asked
  if (what !== 'permission' || [why, differs, guards].some((each) => each !== undefined)) return false
  if (preview?.kind !== 'command') return false
  const { command } = preview
  return command.length <= MOST_LETTERS && command.split('\n').length <= MOST_LINES
}
