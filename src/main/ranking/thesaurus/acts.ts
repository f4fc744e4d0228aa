/**
 * Words for the same act, one act a line, in English and Chinese. `throw~away` matches with a few words between
 * its parts. A word can be in several lines.
 */
export const ACTS = `
create make new open add start establish register insert generate build draft raise compose set~up put~together 创建 新建 新增 新开 建立 建一个 建个 添加 生成 加一个 加个 开一个 提 记个 记一个 开个 弄一个 弄个 put_a put~on report_a report_this file_a book_a plan_a we_need_a i_need_a i_want_a need_a_new want_a_new write_a prepare_a pencil~in 开一张 要一张 约 安排一个 列一个
delete remove erase drop trash destroy discard purge wipe clear eliminate get_rid_of throw~away throw~out toss dispose bin 删除 删掉 删了 移除 清空 清理 扔掉 去掉 不要了 丢掉 get~rid no_longer_need do_not_need scratch nuke take~down clean~out 干掉 去除 删一下 销毁 can_go no_use_for not_needed get_it_out 用不着 没用了
list show enumerate overview which what_are what_is display all there_are see~all 列出 列表 哪些 有哪些 查看 看一下 看看 显示 都有什么 有什么 which_are who_is_in who_are what_do_we_have what_have_i give~list overview_of names_of still_open how_many_are every 都有谁 有谁 列一下 清单 名单 一览
find search locate query lookup seek hunt where_is where_are look~up look_for dig~up discover 查找 搜索 查询 查一下 查查 搜一下 找 在哪 which_one mention mentioned wrote_about anything_about anything_from something_about is_there look_through sift scour 有没有 关于 提到 说过 搜 has_anybody has_anyone has_somebody did_anybody already_there already_have 有没有人 谁写过 谁提过
read return fetch view see retrieve content get details show describe what_does open display print 读取 获取 返回 查看 看 打开 详情 内容 写了什么 as_it_was look_at look_into more_about details_of info_on tell~about what_is_in what_was print_out check_on peek 读一下 打开看 内容是什么
update change edit modify alter set adjust amend correct fix tweak switch revise 修改 更新 更改 变更 改成 改为 调整 设置 设为 换成 编辑 改 should_be make_it set_it turn~into swap replace overwrite bump raise lower increase decrease 改一下 改掉 替换 换一下 调高 调低 设成 bring~up_to_date up_to_date
send post write tell notify announce message inform publish mail deliver say drop~a_line let~know 发送 发给 发一 发个 发 通知 告诉 公布 写给 说一声 tell_the tell_everybody tell_them drop~letter drop~note drop~message let_them_know shoot~over shoot~message get_the_word_out 说明 转告 通报 说一下
reply answer respond response write~back get_back_to reply_to react 回复 回答 答复 回他 回她 回一下 回信
cancel stop end abort void terminate call~off scrap quit cut 取消 停止 终止 结束 作废 不办了 停掉 停用 not_happening drop_the no_need break_off stop_the stop~billing stop~from 不开了 不要了 关掉 is_off are_off is_cancelled fell_through does_not_take_place 不开 取消了
move postpone reschedule shift delay push~back put~off bring~forward relocate transfer 移动 推迟 改期 延期 推后 挪到 挪 提前 搬到 移到 改到 an_hour_later a_day_later next_week_instead another_day another_time different_time 改到 往后推 改时间 put~under put~into belongs_in belongs_to goes_into 放在 归入
assign give allocate assignee responsible owner hand~to hand~over delegate in_charge pass~to 分配 指派 交给 负责人 转给 派给 让他负责 should_do_it take_care take_over should_look_after work_on_it 让他做 谁来做 归他
merge land combine join integrate 合并 合进 合入 并入 into_main into_master into_trunk bring_in
restart reboot relaunch reload 重启 重新启动 cycle refresh recycle turn~off_and_on 重新拉起 重拉
rerun retry again repeat once_more redo reattempt try~again one_more_time re-run second_attempt 重试 重新 再次 再来一次 再试 再跑 重跑 重做 再扣一次 give~another_go once_again from_scratch restart~job 重新执行
rollback revert undo restore recover back previous earlier before yesterday older roll~back go~back put~back bring~back used_to last_night 回滚 撤销 恢复 还原 回退 上一个 退回 之前的 go_back one_before as_before the_old_one last_good 上个版本 回到
share access allow grant permission let~see let~read let~edit give~access right authorize authorise permit 分享 共享 授权 权限 允许 能看 能看到 可以看 开放给 should_see can_see may_see should_have_access open~up work_together 给他看 一起编辑 共同 let~look let~in let~use let~work open~to show_it_to 让他看 让她看
revoke withdraw take~away deny block no_longer not_any_longer not_any_more should_not_see lock~out stop~sharing 收回 撤回 取回 不让看 取消权限 别让
recall undo take~back oops unsend by_mistake 撤回 召回 发错了
backup dump snapshot back~up safety_copy save~copy 备份 快照 转储
export csv extract excel out_of 导出 导成 导出来 to_a_file as_a_file as_csv as_a_csv spreadsheet 存成 表格文件
import load ingest bring~in read~in 导入 载入
download save fetch grab local my_computer my_laptop my_machine to_disk pull~down 下载 保存到 存到本地 下到本地 get_me_the bring~down retrieve~file onto_my give_me_a_copy offline
upload put attach store place~in add~file drop~into 上传 存到 传到 放到 放进 传上去 put~in put~on stick~in add~attachment hang~on 附上 挂到 贴到 放上
duplicate copy clone replicate same_again 复制 拷贝 克隆 再弄一份 一样的 same_as_last same_thing same~too as_last_time just_like_last 照旧 照上次
fork 派生 复刻
schedule timer cron later automatically nightly every_day every_hour at_night regular periodically 定时 安排 计划 每晚 每天跑
send_later schedule later tomorrow_morning not_now delayed 定时发 晚点发 稍后发 at_midnight tonight next_morning on_monday in_an_hour 明早发 到点发
recur repeat every regular interval weekly monthly daily every_week every_month every_other recurring 重复 每周 每月 定期 每天 每个星期 once_a_week once_a_month each_week each_month each_day biweekly fortnight 隔周 每周一
reserve book booking get~room 预订 预定 订一 订个 订 somewhere_to_meet need_a_room 占个 定个 订会议室
pay payment charge bill money settle 支付 付款 收费 收款 扣款 付钱
refund money_back reimburse return pay~back give~money_back 退款 退钱 退还 把钱退 give~back got_charged_twice overcharged 多收 退钱给
review reviewer approve inspect look~over check~code feedback second_pair 审查 评审 审核 检查 帮看看 过一遍 have_a_look take_a_look check_my look_at_my proofread opinion second_opinion 看一眼 把把关
ask request propose invite~to please 请求 申请 请
propose suggest put~up~for offer submit 提议 提出 建议 提交
mute silence disturb quiet alert notification do_not_disturb no_pings pause~notifications leave_me_alone 静音 免打扰 勿扰 别吵 别提醒 no_notifications stop_beeping concentrate focus_time silent 专心 勿打扰
invite invitation guest bring~into add~to_group let~join pull~in 邀请 拉进 拉到 加进群 拉他 拉她 let~into join_the get~into include 让~进 加入 加到
kick expel remove throw~out ban boot kick~out out_of_the 踢出 移出 踢掉 踢了 请出 should_not_be_in get~out_of chuck 移出去
accept confirm yes attend agree_to say_yes count_me_in will_be_there 接受 同意 参加 答应 我会去 i_will_join i_am_in rsvp_yes happy_to_come 我参加 可以来
decline refuse reject no cannot_come can't_come will_not_come say_no skip turn~down not_coming 拒绝 谢绝 去不了 不去 来不了 婉拒 rsvp_no not_able_to sorry pass_on_the have_to_miss won_t_make 没空 参加不了
rename name title call~instead another_name new_name 重命名 改名 改个名 名称 名字 叫 call_it call_this call_that should_be_called is_called_now 叫做 改叫
pin stick 置顶 钉住 固定
favorite star bookmark like save~place 收藏 星标 关注 点赞
follow watch subscribe feed notify_me let_me_know updates_on 关注 订阅 跟踪 有动静告诉我 跟进 keep_an_eye notified notify~when tell_me_when tell_me_if hear_about stay_informed updates 有更新
unsubscribe newsletter mailing list leave opt~out no_more~mail ads advertising 退订 取消订阅 不想再收 广告邮件 stop_sending stop_getting get_off off_the_list fed_up 别再发 不想收到
hide snooze remind~later again_on come~back_later later 暂缓 稍后提醒 过两天再 晚点再 out_of_my_sight until_monday until_tomorrow deal~later 先不看
archive close~down retire shut~down read-only put~aside out_of_the_inbox no_longer_used freeze 归档 存档 收起来 关闭群 不用了 dead_channel put~away inactive no_longer_active 存起来 封存
convert transform turn~into as_pdf make~into change~into format 转换 转成 转为 变成 as_a_pdf pdf_version in_pdf_form make_a_pdf
run execute command exec launch perform start 运行 执行 命令 跑 进去 issue~command ssh terminal shell prompt go_into log_into get_into 终端 进到
query select statement ask how_many how_much report 查询 统计 查一下 多少
count number many how_many number_of total sum 数量 多少 计数 几个 几封 有几 how_many_people how_often tally 有多少 总共 统计
compare diff difference modify change what_changed 差异 对比 区别 改动 改了什么
explain plan why slow performance faster speed bottleneck 解释 分析 为什么 慢 性能 so_slow how_does takes_so_long 怎么这么慢 为什么慢
speed~up faster accelerate optimise optimize lookups index quick 加速 优化 提速 变快
grow scale replica copies instance more increase capacity scale~up scale~down fewer extra 扩容 缩容 副本 扩展 实例 加机器 扩到 多开 more_of copies_of two_more three_more another_instance 加两个 多加 handle~traffic traffic beef~up bigger smaller 扛不住 流量 run_ten run_two run_three doubles
log hours worklog spent tracked time_spent record~time worked_on 工时 耗时 花了 登记 spent_hours worked~hours book~hours track~time hours_today 干了 小时
estimate points worth effort size story_points how_big complexity 估算 点数 估计 评估 工作量 worth~points 工作量 多大
close complete finish done wrap~up conclude end over 完成 关闭 结束 做完 收尾 mark_as_done is_done move~to_done set~to_done tick~off check~off 标记完成 搞定 做好
begin start kick~off launch commence open 开始 启动 开启
begin_iteration kick~off_sprint new_sprint
connect link tie join relate associate attach~to blocked_by depends_on same_as duplicate_of 关联 链接 连接 绑定 重复
forward pass~on relay send~on fwd 转发 转给 转一下 send~along share_this_mail let~read_this_mail 转过去
subscribe follow rss feed 订阅
measure how_far how_long distance length 测量 多远 多久 多长 距离
compute calculate sum average statistic 计算 统计 求和
apply deploy install roll~out ship release put~live go~live push~to_production 部署 安装 上线 应用 发布到
publish release ship changelog announce go~public 发布 发版 推出
sign~up register onboard enrol enroll new_account new_client new_customer 注册 登记 开户
log~in sign~in login authenticate 登录 登入
expire valid until deadline due 到期 过期 截止 截止日期
translate language in_english in_german in_french in_chinese 翻译 译成
summarize summarise tldr gist brief recap 总结 摘要 概括
approve sign~off accept okay 批准 通过 审批
reject deny refuse turn~down 驳回 拒绝
validate check verify test lint ensure 校验 验证 检查 测试
monitor observe track metric health watch alive up_and_running 监控 观察 跟踪 指标 健康
debug trace inspect diagnose crash error stack 调试 排查 诊断 报错 崩溃
lock freeze protect 锁定 冻结
unlock unblock release 解锁 解除
enable activate turn~on switch~on 启用 打开 开启
disable deactivate turn~off switch~off 停用 禁用 关掉 关闭
sort order rank rule~for automatically sorted 排序 整理 归类 自动分
filter rule sort criteria automatically_move incoming 过滤 规则 筛选 自动归到
tag label category mark classify flag categorise categorize 标签 标记 分类 打标 贴标签
mark flag set_as 标记 标为 举报 mark_as 标为
evict drain empty get~off move~off vacate maintenance 驱逐 排空 腾空 维护 维修 迁走 take~out_of_service before_maintenance clear~node free~machine 下线 腾出
cordon keep~away no_new unschedulable quarantine isolate 隔离 封锁 不要再调度
reclaim vacuum clean~up free~up tidy compact shrink bloat dead 清理 回收 整理 瘦身 wasted wasted_space bloated defragment garbage 膨胀
expose tunnel port forward local proxy 转发 端口 本地访问 映射 from_my_laptop on_my_machine locally access~locally 在本机
mount attach connect 挂载
split divide separate 拆分 分开
group bundle collect organise organize parent 分组 归类 归到 汇总 container_for parent_of big_topic large_feature theme
bulk many all_of_these mass batch several at_once every_one dozens 批量 一次性 全部 统一 all_tickets in_one_go all_of_them each_of_these whole_lot 全都
vote poll survey 投票 问卷
play listen stream 播放 听
stop_playing pause 暂停
record capture 录制 记录
draw sketch paint render 画 绘制 渲染
buy purchase order shop 购买 下单 买
sell offer 出售 卖
ship deliver dispatch courier parcel 发货 快递 寄
hire recruit candidate 招聘 招人
`
