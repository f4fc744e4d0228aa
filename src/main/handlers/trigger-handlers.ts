import type { TriggerId } from '#shared/ids.ts'
import type { TRIGGER_CALLS } from '#shared/ipc/calls/trigger-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Trigger, TriggerDraft } from '#shared/trigger/trigger.ts'
import type { Confirmation } from '../app-port.ts'
import type { MainLocale } from '../chats/main-locale.ts'
import type { OpenTriggers } from '../triggers/open-triggers.ts'

type Rooms = {
  readonly triggers: OpenTriggers
  readonly confirm: (windowId: number, question: Confirmation) => Promise<boolean>
  readonly locale: () => MainLocale
}

/** Creates the handlers for triggers. */
export function createTriggerHandlers({
  triggers: { triggers, rehearse, newSecret },
  confirm,
  locale,
}: Rooms): Pick<Handlers, keyof typeof TRIGGER_CALLS> {
  /** Asks once before a trigger gets Full access. Returns whether it may be stored. */
  const mayHave = async (
    { name, permissionMode }: Pick<TriggerDraft, 'name' | 'permissionMode'>,
    before: Trigger | null,
    windowId: number,
  ): Promise<boolean> =>
    permissionMode !== 'bypass' ||
    before?.fullAccess === true ||
    confirm(windowId, FULL_ACCESS[locale()](name))
  const withSecret = async (trigger: Trigger): Promise<Trigger> => {
    if (trigger.source.kind === 'webhook') await newSecret(trigger.id)
    return trigger
  }
  return {
    'trigger.list': ({ projectId }) => triggers.list(projectId),
    'trigger.recent': ({ projectId, limit }) => triggers.recent(projectId, limit),
    'trigger.history': ({ triggerId, offset, limit }) => triggers.history(triggerId, offset, limit),
    'trigger.create': async ({ draft }, { windowId }) => {
      if (!(await mayHave(draft, null, windowId))) return null
      const making = { by: 'person', fullAccess: draft.permissionMode === 'bypass', enabled: true } as const
      return withSecret(await triggers.create(draft, making))
    },
    'trigger.update': async ({ triggerId, draft }, { windowId }) => {
      const before = triggers.get(triggerId)
      if (!(await mayHave(draft, before, windowId))) return null
      const trigger = await triggers.update(triggerId, draft, draft.permissionMode === 'bypass')
      return before.source.kind === 'webhook' ? trigger : withSecret(trigger)
    },
    'trigger.enable': ({ triggerId, enabled }) => triggers.setEnabled(triggerId, enabled),
    'trigger.delete': ({ triggerId }) => done(triggers.remove(triggerId)),
    'trigger.restore': ({ triggerId }) => triggers.restore(triggerId),
    'trigger.run': ({ triggerId }) => triggers.runNow(triggerId),
    'trigger.rehearse': (asked) => rehearse(asked),
    'trigger.newSecret': ({ triggerId }) => newSecretOf({ triggers, newSecret }, triggerId),
  }
}

const newSecretOf = ({ triggers, newSecret }: Pick<OpenTriggers, 'triggers' | 'newSecret'>, id: TriggerId) =>
  newSecret(triggers.get(id).id)

async function done(act: Promise<void>): Promise<null> {
  await act
  return null
}

const FULL_ACCESS: Readonly<Record<MainLocale, (name: string) => Confirmation>> = {
  en: (name) => ({
    title: `Give ${name} Full access?`,
    detail:
      'Its runs edit files and run commands without asking, also while you are away. You can change this at any time.',
    confirm: 'Give Full access',
    cancel: 'Cancel',
  }),
  'zh-CN': (name) => ({
    title: `授予“${name}”完全访问权限？`,
    detail: '它的运行会直接编辑文件和执行命令，不再询问，你不在时也是如此。可随时更改。',
    confirm: '授予完全访问权限',
    cancel: '取消',
  }),
}
