import { useState } from 'react'
import type { Worktree } from '#shared/worktree/worktree.ts'
import { useQuery } from '../../data/use-query.ts'
import { DiffView } from '../../markdown/diff/DiffView.tsx'
import { useText } from '../../messages/TextProvider.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'

type CompareDialogProps = {
  readonly tree: Worktree
  /** The worktrees it can be compared with; at least one. */
  readonly others: readonly Worktree[]
  readonly onClose: () => void
}

/** The differences between the files of two worktrees. */
export function CompareDialog({ tree, others, onClose }: CompareDialogProps) {
  const t = useText()
  const [otherId, setOther] = useState(others[0]?.id ?? tree.id)
  const [split, setSplit] = useState(false)
  const { data, problem, reload } = useQuery('worktree.compare', { worktreeId: tree.id, otherId })
  return (
    <Dialog
      open
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-280"
      title={t('worktrees.compareOf', { branch: tree.branch })}
      hint={t('worktrees.compareHint')}
      onClose={onClose}
    >
      <div className="grid min-h-0 gap-3 overflow-y-auto px-5 pb-5">
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-64">
            <Field label={t('worktrees.compareWith')}>
              {(ids) => (
                <Select
                  {...ids}
                  value={otherId}
                  groups={[
                    {
                      title: null,
                      options: others.map(({ id: value, branch }) => ({ value, label: branch })),
                    },
                  ]}
                  onChange={(value) => setOther(others.find(({ id: each }) => each === value)?.id ?? otherId)}
                />
              )}
            </Field>
          </div>
          <Segmented
            label={t('changes.view')}
            value={split ? 'split' : 'unified'}
            options={[
              { value: 'unified', label: t('changes.view.unified') },
              { value: 'split', label: t('changes.view.split') },
            ]}
            onChange={(value) => setSplit(value === 'split')}
          />
        </div>
        {problem === null ? null : <Failure message={problem} onRetry={reload} />}
        {data === null && problem === null ? <Placeholder rows={6} /> : null}
        {data?.files.length === 0 ? <p className="text-fg-2 text-sm">{t('worktrees.compareSame')}</p> : null}
        {(data?.files ?? []).map((file) => (
          <section key={file.path} aria-label={file.path} className="rounded-md border border-line">
            <h3 className="plain-code flex gap-3 px-3 py-1.5 text-sm">
              <span className="min-w-0 grow truncate">
                <ForeignText text={file.path} />
              </span>
              <span className="text-ok-fg">+{file.added}</span>
              <span className="text-bad-fg">−{file.removed}</span>
            </h3>
            {file.hunks.length === 0 ? (
              <p className="border-line border-t px-3 py-2 text-fg-3 text-sm">
                {t(file.cut ? 'worktrees.compareLarge' : 'worktrees.compareBinary')}
              </p>
            ) : (
              <DiffView diff={file} split={split} />
            )}
          </section>
        ))}
        {data?.cut ? <p className="text-fg-3 text-sm">{t('worktrees.compareCut')}</p> : null}
      </div>
    </Dialog>
  )
}
