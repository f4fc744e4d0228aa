import type { Interaction } from '#shared/session/interactions/interaction.ts'

/** The message that says what a tool wants to do. */
export function requestTitle({ preview }: Interaction) {
  if (preview?.kind === 'command') return 'chat.wantsCommand'
  if (preview?.kind === 'sandbox') return preview.rules === null ? 'chat.wantsUnboxed' : 'chat.wantsBlocked'
  if (preview?.kind === 'diff') return 'chat.wantsChange'
  if (preview?.kind === 'path') return preview.outside ? 'chat.wantsOutside' : 'chat.wantsPath'
  if (preview?.kind === 'memory') return 'chat.wantsRemember'
  if (preview?.kind === 'mcp') return 'chat.wantsMcp'
  if (preview?.kind === 'sampling') return 'chat.wantsSampling'
  if (preview?.kind === 'workflow') {
    return preview.from?.isNew === false ? 'chat.wantsResume' : 'chat.wantsWorkflow'
  }
  return 'chat.wantsOther'
}
