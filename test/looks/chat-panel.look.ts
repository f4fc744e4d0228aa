import { CHAT_PANEL_SCENES } from './chat-panel-scenes.ts'
import { lookAtEach } from './sample-window.ts'

lookAtEach(CHAT_PANEL_SCENES)
