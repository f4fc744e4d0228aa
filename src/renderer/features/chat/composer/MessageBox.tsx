import { type ClipboardEvent, useEffect, useRef } from 'react'
import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { suggesting, useTyping } from '../../../ui/lists/use-suggestions.ts'
import { useChat } from '../chat-context.ts'
import { CommandList } from '../commands/CommandList.tsx'
import { useCommands } from '../commands/use-commands.ts'
import { actOfKey, type ComposerAct, type mainAct } from './composer-keys.ts'
import type { ComposerTarget } from './composer-target.ts'
import { MentionList } from './mentions/MentionList.tsx'
import { PromptArgumentList } from './mentions/PromptArgumentList.tsx'
import { useFolderPaths } from './mentions/use-folder-paths.ts'
import { useMentions } from './mentions/use-mentions.ts'
import { usePromptArguments } from './mentions/use-prompts.ts'
import { SentList } from './SentList.tsx'
import { useBareKeys } from './use-bare-keys.ts'
import { useModeKey } from './use-mode-key.ts'
import { useSentSearch } from './use-sent-search.ts'
import { useSuggestion } from './use-suggestion.ts'
import { useVimKeys } from './vim/use-vim-keys.ts'
import { VimMode } from './vim/VimMode.tsx'

type MessageBoxProps = {
  readonly target: ComposerTarget
  readonly text: string
  /** Whether files go with the message. */
  readonly attached: boolean
  readonly running: boolean
  readonly where: Parameters<typeof mainAct>[0]
  readonly onAct: (act: ComposerAct) => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly attach: (files: readonly FileInput[]) => void
}

/** The text field of the message box, with the lists that its words open. */
export function MessageBox({
  target,
  text,
  attached,
  running,
  where,
  onAct,
  onPaste,
  attach,
}: MessageBoxProps) {
  const t = useText()
  const { drafts } = useChat()
  const box = useRef<HTMLTextAreaElement>(null)
  const { key } = target
  const setText = (changed: string) => drafts.setText(key, changed)
  const bare = useBareKeys(target, text, setText)
  const modeKey = useModeKey(target)
  const suggestion = useSuggestion(target, text, setText)
  const vim = useVimKeys({ box, text, setText })
  const sent = useSentSearch(target.projectId, text, setText)
  const { isTyping, heard } = useTyping()
  const typing = isTyping && !sent.isOn
  const commands = useCommands(target, typing ? text : null, setText)
  const promptArgs = usePromptArguments(target.projectId, typing ? text : null, setText)
  const folderPaths = useFolderPaths(typing ? text : null, setText)
  const { projectId, sessionId, folders } = target
  const mentions = useMentions({
    box,
    projectId,
    sessionId,
    folders,
    text,
    setText,
    isTyping: typing,
    attach,
  })
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    return () => drafts.save(key)
  }, [drafts, key])
  return (
    <>
      <CommandList commands={commands} />
      <PromptArgumentList list={promptArgs} />
      <PromptArgumentList list={folderPaths} />
      <MentionList mentions={mentions} />
      <SentList search={sent} />
      <p role="status" className="unseen">
        {modeKey.told}
      </p>
      <textarea
        ref={box}
        data-composer
        data-attached={attached ? '' : undefined}
        data-pane-focus
        aria-label={t('chat.message')}
        aria-description={suggestion.hint ?? bare.hint}
        placeholder={
          suggestion.shown ??
          t(target.isTended ? 'chat.tendedHint' : running ? 'chat.steerHint' : 'chat.sendHint')
        }
        {...suggesting([sent, commands, promptArgs, folderPaths, mentions])}
        rows={1}
        value={text}
        onChange={(event) => {
          mentions.onCaret()
          setText(event.target.value)
        }}
        onSelect={mentions.onCaret}
        {...heard}
        onBlur={() => {
          heard.onBlur()
          drafts.save(key)
        }}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (sent.onKey(event) || commands.onKey(event) || promptArgs.onKey(event)) return
          if (folderPaths.onKey(event) || mentions.onKey(event) || vim.onKey(event)) return
          if (modeKey.onKey(event) || suggestion.onKey(event) || bare.onKey(event)) return
          const act = actOfKey({ ...pick(event), isComposing: event.nativeEvent.isComposing }, where)
          if (act === null) return
          event.preventDefault()
          if (act !== 'stop') vim.reset()
          onAct(act)
        }}
        className="block max-h-[40vh] min-h-12 w-full resize-none bg-transparent px-3 pt-3 pb-1 text-md outline-none [field-sizing:content]"
      />
      <VimMode mode={vim.mode} />
      {suggestion.shown === null ? null : (
        <SuggestionButton
          onTake={() => {
            suggestion.take()
            box.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

/** Puts the suggestion into the box. Only the pointer needs it, because Tab does the same. */
function SuggestionButton({ onTake }: { readonly onTake: () => void }) {
  const t = useText()
  return (
    <div className="px-2">
      <Button size="small" look="ghost" tabIndex={-1} onClick={onTake} aria-keyshortcuts="Tab">
        <Icon name="bulb" size="s" />
        {t('chat.suggestion.use')} <Kbd keys={['Tab']} />
      </Button>
    </div>
  )
}

function pick({
  key,
  keyCode,
  shiftKey,
  altKey,
}: {
  key: string
  keyCode: number
  shiftKey: boolean
  altKey: boolean
}) {
  return { key, keyCode, shiftKey, altKey }
}
