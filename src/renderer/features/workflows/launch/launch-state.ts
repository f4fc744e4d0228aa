import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'

/** What the launch page is about: a saved workflow, a script of the person's own, or a run to fork. */
export type LaunchSubject =
  | { readonly kind: 'saved'; readonly key: string | null }
  | { readonly kind: 'script'; readonly script: string }
  | { readonly kind: 'fork'; readonly run: WorkflowRunDetail; readonly script: string }

/** What a new script begins as: the smallest thing that runs. */
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
