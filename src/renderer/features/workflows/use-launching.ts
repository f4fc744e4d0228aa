import type { ProjectId } from '#shared/ids.ts'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { LaunchSubject } from '../../store/workflows/run-forms-store.ts'
import { formKey } from './launch/launch-state.ts'
import { useForkScript } from './use-fork-script.ts'
import type { WrittenScript } from './use-written-script.ts'
import { useWorkflows } from './workflows-context.ts'

type Launching = {
  readonly projectId: ProjectId
  /** The subject to start; null for none or while loading. */
  readonly subject: LaunchSubject | null
  readonly written: WrittenScript
  readonly launch: (subject: LaunchSubject) => void
  readonly launchSaved: (key: string) => void
  readonly rewrite: (subject: LaunchSubject) => void
  /** Puts the run that was started in view. */
  readonly open: (run: WorkflowRunListing) => void
}

/** Returns the launch actions, which keep all edits and typed values. */
export function useLaunching({ projectId, subject, written, launch, launchSaved, rewrite, open }: Launching) {
  const { forms } = useWorkflows()
  const forkScript = useForkScript()
  /** Discards the edited script of a started fork. */
  const done = () => {
    if (subject?.kind === 'fork') forkScript.forget(subject.run)
  }
  return {
    fork: async (run: WorkflowRunListing): Promise<void> => launch(await forkScript.open(run)),
    /** Keeps every letter. */
    write: (script: string): void => {
      if (subject === null || subject.kind === 'saved') return
      rewrite({ ...subject, script })
      if (subject.kind === 'script') written.keep(script)
      else forkScript.keep(subject.run, script)
    },
    begin: (next: LaunchSubject) => {
      if (next.kind === 'saved') return launchSaved(next.key ?? '')
      if (next.kind === 'fork') return launch(next)
      // A copy of a script is filled in as the script was.
      if (subject !== null) forms.copy(formKey(projectId, subject), formKey(projectId, next))
      written.begin(next.script)
    },
    saved: (named: Pick<SavedWorkflow, 'source' | 'name'>): void => {
      done()
      written.saved(named, subject?.kind === 'script')
    },
    /** Back to how the form began. */
    reset: (): void => {
      done()
      if (subject?.kind === 'fork') launch({ ...subject, script: subject.run.script })
    },
    started: (run: WorkflowRunListing): void => {
      done()
      open(run)
    },
  }
}
