import type { Interaction } from '#shared/session/interaction.ts'

/** What a request is about, in a line. */
export function askGist({ preview, prompt }: Pick<Interaction, 'preview' | 'prompt'>): string {
  switch (preview?.kind) {
    case 'command':
      return preview.command
    case 'diff':
      return `${preview.diff.path} +${preview.diff.added} −${preview.diff.removed}`
    case 'path':
      return preview.path
    case 'args':
      return preview.text
    case 'workflow':
      return preview.title ?? preview.name
    default:
      return prompt
  }
}
