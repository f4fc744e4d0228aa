import type { jobs as english } from '../en/jobs.ts'
import { translationOf } from '../message.ts'

export const jobs = translationOf<typeof english>()({
  'jobs.list': '后台程序',
  'jobs.running': '已运行 {time}',
  'jobs.exited': '已结束',
  'jobs.exitedWith': '退出码 {code}',
  'jobs.stopped': '已停止',
  'jobs.closed': '应用关闭时已停止',
  'jobs.stop': '停止程序',
  'jobs.stopOf': '停止程序 {command}',
  'jobs.open': '在浏览器中打开',
  'jobs.openOf': '在浏览器中打开 {address}',
  'jobs.hiddenPort': '端口 {port} 在沙箱中',
  'jobs.hiddenPortHint': '沙箱外的程序无法访问此端口。要在浏览器中打开，请不使用沙箱运行该命令。',
  'jobs.openHiddenOf': '在浏览器中打开沙箱的端口 {port}',
  'jobs.openHiddenHint': '向本机程序开放沙箱的端口 {port}，直到你关闭它或程序结束。',
  'jobs.closePort': '关闭端口',
  'jobs.closePortOf': '关闭沙箱的端口 {port}',
  'jobs.output': '输出',
  'jobs.outputOf': '{command} 的输出',
  'jobs.refresh': '刷新',
  'jobs.noOutput': '还没有输出。',
  'jobs.noOutputKept': '没有任何输出。',
  'jobs.loading': '正在加载输出…',
  'jobs.failed': '无法加载输出：{reason}',
  'jobs.count': { other: '{count} 个后台程序' },
})
