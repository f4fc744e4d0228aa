import { AppError } from '#shared/errors.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import { type EffortCommand, effortCommand } from './effort-command.ts'
import type { CommandResult } from './run-chat-command.ts'

/** Commands about the model that answers. They go before workflows of these names. */
export const MODEL_COMMANDS = ['context', 'effort', 'model'] as const

/** Reads a text as a `/model` command. Returns null for any other text. */
export function modelCommand(
  text: string,
): { readonly name: (typeof MODEL_COMMANDS)[number]; readonly words: string } | null {
  const [, word, words = ''] = /^\/(context|effort|model)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  const name = MODEL_COMMANDS.find((each) => each === word)
  return name === undefined ? null : { name, words: words.trim() }
}

type Scene = Pick<Chat, 'api' | 'app'>

/** Does what was typed. What is wrong with it is thrown as a sentence. */
export async function doModelCommand(
  scene: Scene,
  target: ComposerTarget,
  { name, words }: NonNullable<ReturnType<typeof modelCommand>>,
  t: Text,
): Promise<CommandResult> {
  if (name === 'context') {
    if (target.sessionId === null) throw AppError.quoting('other', t('commands.noChat'))
    return { kind: 'contexts' }
  }
  if (name === 'effort') return doEffort(scene, target, effortCommand(words), t)
  if (words === '') return { kind: 'models' }
  const found = await scene.api.read('model.named', { name: words, near: target.model })
  if (found === null) throw AppError.quoting('other', t('models.noSuch', { name: words }))
  if (found.source === 'catalogue') {
    await scene.api.command('model.add', { ref: found.ref })
    await scene.app.loadModels()
  }
  target.setModel(found.ref)
  return { kind: 'said', text: t('models.nowUses', { model: found.label }) }
}

async function doEffort(
  { app }: Scene,
  target: ComposerTarget,
  asked: EffortCommand,
  t: Text,
): Promise<CommandResult> {
  const model = app.store.getState().models.find(({ ref }) => ref === target.model)
  const word = (effort: ReturnType<typeof sentEffort>) =>
    effort === null ? t('chat.effort.model') : t(`chat.effort.${effort}`)
  if (asked.do === 'panel') return { kind: 'effort' }
  if (asked.do === 'help') return { kind: 'said', text: t('effort.help') }
  if (asked.do === 'unknown') throw AppError.quoting('other', t('effort.unknown', { word: asked.word }))
  if (model === undefined) throw AppError.quoting('other', t('chat.noModel'))
  if (!model.reasoning) return { kind: 'said', text: t('effort.none', { model: model.label }) }
  if (asked.do === 'set') await target.setEffort(asked.effort)
  const sent = sentEffort(model, asked.do === 'set' ? asked.effort : target.effort)
  return { kind: 'said', text: t('effort.now', { effort: word(sent) }) }
}
