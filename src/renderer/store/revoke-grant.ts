import type { Grant } from '#shared/permission/rule.ts'
import type { Api } from '../api.ts'
import type { AppStore } from './app-store.ts'

/** Takes a permission back. Returns the function that restores it. */
export async function revokeGrant(
  { id: grantId }: Grant,
  { api, app }: { readonly api: Api; readonly app: AppStore },
): Promise<() => void> {
  await api.call('grant.revoke', { grantId })
  await app.loadGrants()
  return () => app.attempt(api.call('grant.restore', { grantId }).then(app.loadGrants))
}
