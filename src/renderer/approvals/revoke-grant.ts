import { describeRule } from '#shared/permission/describe-rule.ts'
import type { Grant } from '#shared/permission/rule.ts'
import type { Api } from '../api.ts'
import type { Text } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import type { ShowToast } from '../ui/panes/Toast.tsx'

/** Time an undo is offered, in seconds. */
const UNDO_SECONDS = 10

type Deps = { readonly api: Api; readonly app: AppStore; readonly toast: ShowToast | null; readonly t: Text }

/** Takes a permission back and offers to restore it. */
export async function revokeGrant(grant: Grant, { api, app, toast, t }: Deps): Promise<void> {
  const grantId = grant.id
  await api.call('grant.revoke', { grantId })
  await app.loadGrants()
  const undo = () => app.attempt(api.call('grant.restore', { grantId }).then(app.loadGrants))
  toast?.({
    mark: 'done',
    text: t('agents.grant.revoked', { rule: describeRule(grant.rule) }),
    seconds: UNDO_SECONDS,
    action: { label: t('agents.grant.undo'), onAct: undo },
  })
}
