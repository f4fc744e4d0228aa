import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNow } from '../../../ui/base/time.ts'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useApp } from '../agents-context.ts'
import { GrantLine } from './GrantLine.tsx'
import { grantsShown } from './grant-filter.ts'
import { useGrants } from './use-grants.ts'

/** A permission that ends while it is looked at goes within this time. */
const LOOK_MS = 10_000

/** Every permission that outlived its question, and the way to take it back. */
export function GrantsPage() {
  const t = useText()
  const grants = useApp((state) => state.grants)
  const { placeOf, revoke } = useGrants()
  const now = useNow(LOOK_MS)
  const [words, setWords] = useState('')
  const shown = grantsShown(grants, words, now, placeOf)
  const any = grantsShown(grants, '', now, placeOf).length
  return (
    <section aria-label={t('agents.grants')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={t('agents.grants')}>
        <span className="figures pr-2 text-fg-3 text-xs">{t('agents.grants.count', { count: any })}</span>
        {any === 0 ? null : (
          <TextInput
            quiet
            icon="search"
            type="search"
            aria-label={t('agents.grants.filter')}
            placeholder={t('agents.grants.filterHint')}
            value={words}
            onText={setWords}
            className="mr-2 w-44"
          />
        )}
      </PaneHead>
      <div className="min-h-0 flex-1 overflow-auto">
        {any === 0 ? (
          <EmptyState icon="shield" title={t('agents.grants.none')}>
            {t('agents.grants.noneHint')}
          </EmptyState>
        ) : (
          <table aria-label={t('agents.grants')} className="w-full table-fixed text-left">
            <thead className="text-fg-3 text-xs">
              <tr className="h-(--h-row)">
                <th scope="col" className="pl-4 font-medium">
                  {t('agents.grant.rule')}
                </th>
                <th scope="col" className="w-[28%] px-2 font-medium">
                  {t('agents.grant.where')}
                </th>
                <th scope="col" className="w-14 px-2 text-right font-medium">
                  {t('agents.grant.used')}
                </th>
                <th scope="col" className="w-20">
                  <span className="unseen">{t('agents.grant.revoke')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((grant) => (
                <GrantLine
                  key={grant.id}
                  grant={grant}
                  place={placeOf(grant)}
                  onRevoke={() => revoke(grant)}
                />
              ))}
            </tbody>
          </table>
        )}
        {any > 0 && shown.length === 0 ? (
          <p className="p-4 text-fg-2 text-sm">{t('agents.grants.noMatch', { words })}</p>
        ) : null}
      </div>
    </section>
  )
}
