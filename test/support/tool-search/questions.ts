import { MANY_TOOLS } from './many-tools.ts'

/** A request of a person and the tool that serves it, as `server name`. */
export type ToolQuestion = { readonly asks: string; readonly tool: string }

/** Questions by rule: the words of a name and the last word of the description, of every fifth tool. */
export const BY_RULE: readonly ToolQuestion[] = MANY_TOOLS.filter((_, at) => at % 5 === 2).map(
  ({ server, name, description }) => {
    const last =
      description
        .replaceAll(/[.,，。]/g, '')
        .split(/\s+/)
        .at(-1) ?? ''
    return { asks: `${name.replaceAll('_', ' ')} ${last}`, tool: `${server} ${name}` }
  },
)

/** Requests as people write them, 45 in English and 15 in Chinese. They were written before the ranking was tuned. */
export const ASKED: readonly ToolQuestion[] = [
  { asks: 'Please report this bug on GitHub so we do not forget it', tool: 'codehost create_issue' },
  { asks: 'Did the build go green after my last push?', tool: 'codehost list_workflow_runs' },
  { asks: 'Kick off the flaky CI job again', tool: 'codehost rerun_workflow' },
  { asks: 'What exactly does that PR modify?', tool: 'codehost get_pull_request_diff' },
  { asks: 'Get Lena to look over my PR', tool: 'codehost request_review' },
  { asks: 'Land the PR now that it is approved', tool: 'codehost merge_pull_request' },
  { asks: 'Ship version 2.3 with a changelog', tool: 'codehost create_release' },
  { asks: 'Give that bug to Marco', tool: 'tracker assignTicket' },
  { asks: 'Log three and a half hours on OPS-12', tool: 'tracker addWorklog' },
  { asks: 'Mark the task as done', tool: 'tracker transitionTicket' },
  { asks: 'These two bugs are the same, tie them together', tool: 'tracker linkTickets' },
  { asks: 'I think this one is worth five points', tool: 'tracker estimateTicket' },
  { asks: 'Tell the team in Slack that the deploy is finished', tool: 'messenger post_message' },
  { asks: 'DM Jonas about lunch', tool: 'messenger send_direct_message' },
  { asks: 'What did I miss in chat while I was asleep?', tool: 'messenger get_unread' },
  { asks: 'Give her announcement a thumbs up', tool: 'messenger add_reaction' },
  { asks: 'Do not disturb me until tonight', tool: 'messenger mute_notifications' },
  { asks: 'Throw Bob out of the room for announcements', tool: 'messenger kick_from_channel' },
  { asks: 'Put a meeting with Ana on Tuesday at ten', tool: 'calendar create_event' },
  { asks: 'When are Kim and I both free next week?', tool: 'calendar find_free_time' },
  { asks: 'Postpone my dentist appointment by an hour', tool: 'calendar move_event' },
  { asks: 'Call off the standup tomorrow', tool: 'calendar cancel_event' },
  { asks: 'We need a conference space for eight persons', tool: 'calendar book_room' },
  { asks: 'Make the retro happen every other Friday', tool: 'calendar repeat_event' },
  { asks: 'Drop Mr Smith a letter about the contract', tool: 'mail send_email' },
  { asks: 'I do not want this newsletter any more', tool: 'mail unsubscribe' },
  { asks: 'Oops, that went to the wrong address, take it back', tool: 'mail undo_send' },
  { asks: 'What is the phone number of Mrs Okafor?', tool: 'mail find_contact' },
  { asks: 'That message is a phishing attempt', tool: 'mail mark_as_spam' },
  { asks: 'How many orders did we get in May? Ask Postgres', tool: 'database run_query' },
  { asks: 'Why is this select so slow?', tool: 'database explain_query' },
  { asks: 'Which table eats the most disk?', tool: 'database table_sizes' },
  { asks: 'Let the reporting user read the orders', tool: 'database grant_privilege' },
  { asks: 'Take a snapshot of Postgres before the upgrade', tool: 'database backup_database' },
  { asks: 'Put the contract on Google Drive', tool: 'drive upload_file' },
  { asks: 'Let Priya see the budget doc', tool: 'drive share_file' },
  { asks: 'Go back to how the doc looked yesterday', tool: 'drive restore_version' },
  { asks: 'How much room is left on my drive?', tool: 'drive storage_quota' },
  { asks: 'Give the buyer his money back', tool: 'payments refund_charge' },
  { asks: 'Stop billing them every month', tool: 'payments cancel_subscription' },
  { asks: 'A promo for 20 percent off', tool: 'payments create_coupon' },
  { asks: 'Send our earnings to the bank', tool: 'payments create_payout' },
  { asks: 'We need five copies of the web server running', tool: 'cluster scale_deployment' },
  { asks: 'The new version is broken, go back to the one before', tool: 'cluster rollback_deployment' },
  { asks: 'Which container is hogging CPU?', tool: 'cluster top_pods' },
  { asks: '帮我在仓库里提一个 bug', tool: 'codehost create_issue' },
  { asks: '把这个合并请求合进主分支', tool: 'codehost merge_pull_request' },
  { asks: '把这个任务分配给小王', tool: 'tracker assignTicket' },
  { asks: '在频道里通知大家发布完成了', tool: 'messenger post_message' },
  { asks: '明天下午三点约李总开会', tool: 'calendar create_event' },
  { asks: '给客户发一封邮件说明延期', tool: 'mail send_email' },
  { asks: '这张表有哪些字段？', tool: 'database describe_table' },
  { asks: '备份一下数据库', tool: 'database backup_database' },
  { asks: '给这位顾客退款', tool: 'payments refund_charge' },
  { asks: '看一下容器的日志', tool: 'cluster get_pod_logs' },
  { asks: '明天北京会下雨吗？', tool: 'ditu maps_weather' },
  { asks: '开车去机场怎么走最快？', tool: 'ditu maps_driving' },
  { asks: '这条高速现在堵不堵？', tool: 'ditu maps_traffic' },
  { asks: '帮我叫一辆车去火车站', tool: 'ditu maps_taxi' },
  { asks: '旁边有什么好吃的餐厅？', tool: 'ditu maps_around_search' },
]

/** Requests about other tools, written after the ranking and measured once: nothing was changed for them. */
export const ASKED_LATER: readonly ToolQuestion[] = [
  { asks: 'Get rid of my old feature branch', tool: 'codehost delete_branch' },
  { asks: 'Who can push to our project?', tool: 'codehost list_collaborators' },
  { asks: 'Leave a remark on bug 42', tool: 'codehost add_issue_comment' },
  { asks: 'Kick off the next iteration', tool: 'tracker startSprint' },
  { asks: 'Make this one urgent', tool: 'tracker setPriority' },
  { asks: 'Bring Nora into the design group', tool: 'messenger invite_to_channel' },
  { asks: 'Say hello to them tomorrow at nine, not now', tool: 'messenger schedule_message' },
  { asks: 'Say yes to the invite', tool: 'calendar accept_invitation' },
  { asks: 'I will be on holiday in August, refuse all meetings', tool: 'calendar set_out_of_office' },
  { asks: 'Pass this letter on to our lawyer', tool: 'mail forward_email' },
  { asks: 'Show me this again on Monday', tool: 'mail snooze_email' },
  { asks: 'Who is blocking whom in Postgres?', tool: 'database show_locks' },
  { asks: 'I need the doc as PDF', tool: 'drive convert_to_pdf' },
  { asks: 'Kim should not see the doc any longer', tool: 'drive revoke_access' },
  { asks: 'The customer complains to his bank, send our proof', tool: 'payments submit_evidence' },
  { asks: 'What did the app print before it crashed?', tool: 'cluster get_pod_logs' },
  { asks: '给这个会议室订一下周三上午', tool: 'calendar book_room' },
  { asks: '把文档改个名', tool: 'drive rename_file' },
  { asks: '附近哪里能停车？', tool: 'ditu maps_parking' },
  { asks: '走路过去要怎么走？', tool: 'ditu maps_walking' },
]
