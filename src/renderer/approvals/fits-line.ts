import type { Interaction } from '#shared/session/interaction.ts'

const MOST_LETTERS = 160
const MOST_LINES = 3

/**
 * True when all that would be allowed can be read in a line or three: a short command that no hook has questioned.
 * Anything else is answered where it is shown in full.
 */
export function fitsLine({ what, preview, why }: Pick<Interaction, 'what' | 'preview' | 'why'>): boolean {
  if (what !== 'permission' || why !== undefined || preview?.kind !== 'command') return false
  const { command } = preview
  return command.length <= MOST_LETTERS && command.split('\n').length <= MOST_LINES
}
