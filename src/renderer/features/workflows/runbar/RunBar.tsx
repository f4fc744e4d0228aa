import { useRef } from 'react'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select, type SelectGroup } from '../../../ui/controls/Select.tsx'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { savedKey, savedLists } from '../saved-lists.ts'
import { useRuns, useWorkflows } from '../workflows-context.ts'
import { HistoryMenu } from './HistoryMenu.tsx'
import { OtherProjectRuns, useOtherProjectRuns } from './OtherProjectRuns.tsx'
import { RunTabs } from './RunTabs.tsx'
import { tabsShown } from './tabs-shown.ts'

type RunBarProps = {
  readonly saved: readonly SavedWorkflow[]
  /** The saved workflow that is chosen, or an empty string. */
  readonly chosen: string
  readonly launching: boolean
  readonly onChoose: (key: string) => void
  readonly onOpen: (run: WorkflowRunListing) => void
  readonly onLaunch: () => void
  readonly onDown: () => void
}

const TAB_WIDTH = 180
/** Width of the history, the combobox and the button, in pixels. */
const REST_WIDTH = 500
/** Width of the news from other projects, in pixels. */
const NEWS_WIDTH = 140

/** The runs as tabs, the way to earlier ones, and the way to a new one. */
export function RunBar(props: RunBarProps) {
  const { saved, chosen, launching, onChoose, onOpen, onLaunch, onDown } = props
  const t = useText()
  const { app } = useWorkflows()
  const bar = useRef<HTMLDivElement>(null)
  const { width } = useSize(bar)
  const runs = useRuns((state) => state.runs) ?? NO_RUNS
  const total = useRuns((state) => state.total)
  const open = useRuns((state) => state.openRun)
  const news = useOtherProjectRuns()
  const rest = REST_WIDTH + (news.length === 0 ? 0 : NEWS_WIDTH)
  const room = Math.floor((width - rest) / TAB_WIDTH) - (launching ? 1 : 0)
  const shown = tabsShown(runs, open, room)
  const groups: readonly SelectGroup[] = savedLists(saved).map((list) => ({
    title: t(`workflows.launch.${list.source}`),
    options: list.workflows.map((workflow) => ({
      value: savedKey(workflow),
      label: workflow.name,
      disabled: workflow.problem !== null,
    })),
  }))
  return (
    <div
      ref={bar}
      data-pane
      className="flex h-(--h-bar) min-w-0 shrink-0 items-center border-line border-b bg-side px-2"
    >
      <RunTabs
        runs={shown}
        open={launching ? null : open}
        launching={launching}
        onOpen={onOpen}
        onDown={onDown}
      />
      {total > shown.length ? <HistoryMenu earlier={total - shown.length} onOpen={onOpen} /> : null}
      <span className="grow" />
      <div className="flex shrink-0 items-center gap-2">
        <OtherProjectRuns news={news} />
        <Button size="small" look="ghost" icon="clock" onClick={() => app.show('triggers')}>
          {t('shell.triggers')}
        </Button>
        <Select
          label={t('workflows.saved')}
          value={chosen}
          groups={groups}
          onChange={onChoose}
          look="pick"
          placeholder={t('workflows.choose')}
          disabled={saved.length === 0}
          className="max-w-44"
        />
        {launching ? null : (
          <Button size="small" icon="play" onClick={onLaunch}>
            {t('workflows.runWorkflow')}
          </Button>
        )}
      </div>
    </div>
  )
}

const NO_RUNS: readonly WorkflowRunListing[] = []
