import { CHAT_SCENES } from './chat-scenes.ts'
import { lookAtEach } from './sample-window.ts'

lookAtEach(CHAT_SCENES)
