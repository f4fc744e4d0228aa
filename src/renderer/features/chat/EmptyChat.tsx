import type { Project } from '#shared/project/project.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useChat } from './chat-context.ts'
import { focusComposer } from './composer/composer-focus.ts'

/** The workflow that comes with the app, as it is typed. */
const SURVEY = '/survey-project'

/** A chat that has not begun. Nothing is made until the first message is accepted. */
export function EmptyChat({ project, practice }: { project: Project; practice: boolean }) {
  const t = useText()
  const { drafts } = useChat()
  const examples = practice
    ? [t('chat.practice.list'), t('chat.practice.read'), t('chat.practice.run'), SURVEY]
    : [t('chat.example.explain'), t('chat.example.review'), t('chat.example.test'), SURVEY]
  const take = (text: string) => {
    drafts.setText(project.id, text)
    focusComposer()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-y-auto">
      <div className="mx-auto w-full max-w-[768px] px-6 pb-6">
        <h2 className="font-semibold text-xl tracking-tight">
          <Greeting name={project.name} />
        </h2>
        <p className="pt-1 text-fg-2">{practice ? t('chat.practiceIntro') : t('chat.newIntro')}</p>
        <ul
          aria-label={t('chat.examples')}
          className="mt-4 overflow-hidden rounded-md bg-raised shadow-card inset-ring inset-ring-line"
        >
          {examples.map((example) => (
            <li key={example} className="[&+&]:border-line [&+&]:border-t">
              <button
                type="button"
                onClick={() => take(example)}
                className="row-cursor flex min-h-9 w-full items-center gap-3 px-3 text-left hover:bg-hover"
              >
                <span className={practice || example === SURVEY ? 'plain-code text-sm' : ''}>{example}</span>
                <Icon name="arrow-up" size="s" className="ml-auto rotate-180 text-fg-3" />
              </button>
            </li>
          ))}
        </ul>
        <p className="pt-3 text-fg-3 text-sm">{t('chat.signsHint')}</p>
      </div>
    </div>
  )
}

function Greeting({ name }: { name: string }) {
  const t = useText()
  const hour = new Date().getHours()
  if (hour < 5 || hour >= 22) return t('chat.greeting.night', { name })
  if (hour < 12) return t('chat.greeting.morning', { name })
  return hour < 18 ? t('chat.greeting.day', { name }) : t('chat.greeting.evening', { name })
}

type MissingFolderProps = {
  readonly project: Project
  readonly onChooseFolder: (take: (path: string) => Promise<void>, hint?: string) => void
}

/** The folder of the project is missing: old chats can be read, and the person can say where the folder is now. */
export function MissingFolder({ project, onChooseFolder }: MissingFolderProps) {
  const t = useText()
  const { api, app } = useChat()
  const { id: projectId, name, path } = project
  const locate = async (found: string) => {
    await api.command('project.locate', { projectId, path: found })
    await app.loadProjects()
  }
  return (
    <div className="mx-auto w-full max-w-[768px] px-6 pb-3">
      <div className="flex flex-wrap items-center gap-2 rounded-md bg-warn-wash px-3 py-2 text-sm/5 inset-ring inset-ring-warn-line">
        <p className="min-w-60 flex-1 break-words">{t('chat.missingFolder', { path })}</p>
        <Button size="small" onClick={() => onChooseFolder(locate, t('chat.locateHint', { name }))}>
          {t('chat.locate')}
        </Button>
        <Button size="small" look="ghost" onClick={() => app.attempt(app.loadProjects())}>
          {t('chat.lookAgain')}
        </Button>
      </div>
    </div>
  )
}
