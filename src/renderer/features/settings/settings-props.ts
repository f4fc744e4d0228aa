import type { Api } from '../../api.ts'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/Toast.tsx'
import type { ModelDraft, ModelView } from './model-view.ts'

/** What every section of the settings is given. */
export type SettingsProps = { readonly api: Api; readonly app: AppStore; readonly toast: ShowToast }

export type ModelPanelProps = SettingsProps & {
  readonly view: ModelView
  readonly onView: (view: ModelView) => void
  /** What is typed and not saved, by form: the form itself is made anew where the window becomes narrow or wide. */
  readonly drafts: Map<string, ModelDraft>
}
