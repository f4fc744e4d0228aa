import { useEffect, useRef } from 'react'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { clockText } from '../../../ui/base/time.ts'
import { DrawnText } from '../../../ui/text/DrawnText.tsx'
import { workTimeOf } from '../work-time.ts'

/** More lines than anyone reads here are left out, oldest first; the export has them all. */
const SHOWN = 200

/** Shows the script's log. The newest line stays visible. */
export function LogList({ view }: { view: WorkflowView }) {
  const t = useText()
  const words = useNoticeWords()
  const list = useRef<HTMLOListElement>(null)
  const { logs } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is the reason to scroll
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [logs])
  if (logs.length === 0) return null
  const first = Math.max(0, logs.length - SHOWN)
  const { placeOf } = workTimeOf(view)
  return (
    <section className="grid max-h-[40%] min-h-24 shrink-0 grid-rows-[auto_minmax(0,1fr)] gap-2 border-line border-t py-3 max-wide:hidden">
      <h2 className="px-4 font-semibold text-fg-2 text-sm">{t('workflows.log')}</h2>
      <ol
        ref={list}
        aria-label={t('workflows.log')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long log scrolls by keyboard
        tabIndex={0}
        className="grid content-start gap-1 overflow-y-auto px-4 text-fg-2 text-xs focus-visible:outline-offset-[-2px]"
      >
        {logs.slice(first).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <li key={first + index} className="flex items-start gap-1.5 break-words">
            <DrawnText
              text={clockText(placeOf(line.at))}
              className="figures min-w-8 shrink-0 text-right text-fg-3"
            />
            {line.level === 'warn' ? (
              <>
                <Icon name="alert" size="xs" className="mt-0.5 text-warn" />
                <span className="unseen">{t('workflows.log.warning')}</span>
              </>
            ) : null}
            <span className="min-w-0 break-words">{words(line.text, line.said ?? [])}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
