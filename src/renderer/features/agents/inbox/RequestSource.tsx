import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { Rich, useText } from '../../../messages/TextProvider.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

/** Shows the requesting agent and tool: "F7 vote 2 of review-changes: Bash". */
export function RequestSource({ item }: { item: InboxItem }) {
  const { title, asker, ask } = item
  const t = useText()
  const name = (
    <b className="font-semibold text-fg">
      <ForeignText text={title} prose />
    </b>
  )
  const tool = (
    <b className="font-semibold text-fg">
      {ask.what === 'permission' ? toolTitle(ask.tool ?? '', t) : t('agents.asks')}
    </b>
  )
  switch (asker.kind) {
    case 'chat':
      return <Rich message="agents.asker.chat" values={{ name, tool }} />
    case 'child':
      return (
        <Rich
          message="agents.asker.child"
          values={{ name, tool, parent: <ForeignText text={asker.parentTitle} prose /> }}
        />
      )
    case 'workflow':
      return (
        <Rich
          message="agents.asker.workflow"
          values={{ name, tool, run: <ForeignText text={asker.run} prose /> }}
        />
      )
  }
}
