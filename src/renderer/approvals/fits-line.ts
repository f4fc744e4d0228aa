import type { Interaction } from '#shared/session/interaction.ts'

const MOST_LETTERS = 160
const MOST_LINES = 3

/**
 * True when all that would be allowed can be read in a line or three: a short command that no hook has questioned
 * and that is what it was when it was shown before. Anything else is answered where it is shown in full.
 */
export function fitsLine(asked: Pick<Interaction, 'what' | 'preview' | 'why' | 'differs'>): boolean {
  const { what, preview, why, differs } = asked
  if (what !== 'permission' || why !== undefined || differs !== undefined) return false
  if (preview?.kind !== 'command') return false
  const { command } = preview
  return command.length <= MOST_LETTERS && command.split('\n').length <= MOST_LINES
}
