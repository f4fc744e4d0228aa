import type { Interaction } from '#shared/session/interactions/interaction.ts'

const MOST_LETTERS = 160
const MOST_LINES = 3

/**
 * Whether a request fits in a few lines: a short command without warnings. Any other is answered where it is
 * shown in full.
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
