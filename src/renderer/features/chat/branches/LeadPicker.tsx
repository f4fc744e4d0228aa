import type { EventId } from '#shared/ids.ts'
import { useChat } from '../chat-context.ts'
import { BranchPicker } from './BranchPicker.tsx'
import { useFirstChoice } from './use-choice.ts'

/** Shows the branch picker of an answer that begins with these messages and continues with tool calls. */
export function LeadPicker({ at }: { readonly at: readonly EventId[] }) {
  const { toast } = useChat()
  const choice = useFirstChoice(at)
  return choice === null || toast === null ? null : (
    <div className="-mb-2 flex min-h-6 items-center">
      <BranchPicker choice={choice} />
    </div>
  )
}
