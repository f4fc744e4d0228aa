import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { useQuery } from '../../data/use-query.ts'
import type { LaunchSubject } from '../../store/workflows/run-forms-store.ts'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { LaunchPage } from './launch/LaunchPage.tsx'
import { RunInView } from './monitor/RunInView.tsx'
import { useFocusKept } from './monitor/use-focus-kept.ts'
import { RunBar } from './runbar/RunBar.tsx'
import { savedKey } from './saved-lists.ts'
import { useLaunching } from './use-launching.ts'
import { usePlace } from './use-place.ts'
import { useWrittenScript } from './use-written-script.ts'
import { useRuns, useWorkflows } from './workflows-context.ts'

/** The bar with the runs, and under it what was chosen there. */
export function WorkflowsPage({ projectId }: { projectId: ProjectId }) {
  const { app, runs } = useWorkflows()
  const { place, setPlace, launch, rewrite } = usePlace(projectId)
  const [chosen, setChosen] = useState('')
  const [entered, setEntered] = useState(0)
  const saved = useSaved(projectId)
  const openRun = useRuns((state) => state.runs?.find((run) => run.id === state.openRun) ?? null)
  useFollowed(openRun)
  const root = useRef<HTMLDivElement>(null)
  const subject = place.at === 'launch' ? startable(place.subject, saved) : null
  const page = place.at === 'launch' ? `launch ${place.turn}` : `${place.at} ${openRun?.id ?? ''}`
  useFocusKept(root, place.at === 'launch' && subject === null ? null : page)
  const launchSaved = (key: string) => {
    setChosen(key)
    launch({ kind: 'saved', key })
  }
  const written = useWrittenScript(projectId, saved, {
    onBegin: (script) => launch({ kind: 'script', script }),
    onSaved: launchSaved,
  })
  const open = (run: WorkflowRunListing) => {
    runs.show(run)
    setPlace({ at: 'run' })
  }
  const launching = useLaunching({ projectId, subject, written, launch, launchSaved, rewrite, open })
  return (
    <div ref={root} className="flex min-h-0 min-w-0 flex-col">
      <RunBar
        saved={saved.list}
        chosen={chosen}
        launching={place.at === 'launch'}
        onChoose={(key) => (place.at === 'launch' ? launchSaved(key) : setChosen(key))}
        onOpen={open}
        onLaunch={() => launch({ kind: 'saved', key: chosen === '' ? firstKey(saved.list) : chosen })}
        onDown={() => setEntered(entered + 1)}
      />
      {saved.problem === null ? null : (
        <div className="px-4 py-2">
          <Failure message={saved.problem} onRetry={saved.reload} />
        </div>
      )}
      {place.at === 'launch' ? (
        <Launching
          turn={place.turn}
          projectId={projectId}
          subject={subject}
          saved={saved.list}
          unsaved={written.text}
          onScript={launching.write}
          onSaved={launching.saved}
          onSubject={launching.begin}
          onReset={launching.reset}
          onStarted={launching.started}
          onCancel={() => setPlace({ at: 'run' })}
        />
      ) : (
        <RunInView
          run={openRun}
          comparing={place.at === 'compare'}
          entered={entered}
          saved={saved.list}
          onLaunchSaved={launchSaved}
          onLaunch={() => launch({ kind: 'saved', key: firstKey(saved.list) })}
          onFork={(run) => app.attempt(launching.fork(run))}
          onCompare={(comparing) => setPlace({ at: comparing ? 'compare' : 'run' })}
        />
      )}
    </div>
  )
}

type LaunchingProps = Omit<ComponentProps<typeof LaunchPage>, 'subject'> & {
  readonly turn: number
  readonly subject: LaunchSubject | null
}

/** Shows a placeholder until the saved workflows are loaded. */
function Launching({ turn, subject, ...rest }: LaunchingProps) {
  if (subject !== null) return <LaunchPage key={turn} subject={subject} {...rest} />
  return (
    <div className="p-4">
      <Placeholder rows={6} rowHeight={48} />
    </div>
  )
}

/** The session of the run in view is followed for as long as the screen is. */
function useFollowed(run: WorkflowRunListing | null): void {
  const { app, run: followed } = useWorkflows()
  const sessionId = run?.sessionId ?? null
  useEffect(() => {
    app.attempt(followed.open(sessionId))
  }, [app, followed, sessionId])
  useEffect(() => () => app.attempt(followed.open(null)), [app, followed])
}

function useSaved(projectId: ProjectId) {
  const asked = useQuery('workflow.saved', { projectId })
  const isWaiting = asked.data === null && asked.problem === null
  return { list: asked.data ?? NONE, problem: asked.problem, reload: asked.reload, isWaiting }
}

const NONE: readonly SavedWorkflow[] = []

/** Returns the subject to start. Null while the saved workflows load and their first one is meant. */
function startable(subject: LaunchSubject, saved: ReturnType<typeof useSaved>): LaunchSubject | null {
  if (subject.kind !== 'saved' || subject.key !== null) return subject
  return saved.isWaiting ? null : { ...subject, key: firstKey(saved.list) }
}

function firstKey(saved: readonly SavedWorkflow[]): string | null {
  const first = saved.find((workflow) => workflow.problem === null)
  return first === undefined ? null : savedKey(first)
}
