import type { ProjectId } from '#shared/ids.ts'
import type { LaunchSubject } from '../../../store/workflows/run-forms-store.ts'

/** Under which name is kept what is typed for a run. A fork belongs to its run, everything else to its project. */
export function formKey(projectId: ProjectId, subject: LaunchSubject): string {
  switch (subject.kind) {
    case 'saved':
      return `${projectId} saved ${subject.key ?? ''}`
    case 'script':
      return `${projectId} script`
    case 'fork':
      return subject.run.id
  }
}

/** The template of a new script: a minimal one that runs. */
export const NEW_SCRIPT = `export const meta = {
  name: 'my-workflow',
  description: 'Says what it does in one sentence.',
  phases: [{ title: 'Look' }, { title: 'Report' }],
}

phase('Look')
const found = await parallel(
  ['src', 'test'].map((folder) => () => agent(\`Say in one line what is in \${folder}.\`, { label: folder })),
)

phase('Report')
return await agent(\`Write a short report from these notes:\\n\${found.join('\\n')}\`, { label: 'report' })
`
