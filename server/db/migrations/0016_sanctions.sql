ALTER TABLE `decisions` ADD `until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `sanction` text;--> statement-breakpoint
ALTER TABLE `users` ADD `sanction_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `shown_status` text GENERATED ALWAYS AS (case when sanction in ('suspended', 'banned') and status <> 'deleted' then 'deleting' else status end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`id`) WHERE sanction in ('suspended', 'banned');--> statement-breakpoint
UPDATE `users` SET `sanction` = 'restricted' WHERE `id` IN (SELECT `user_id` FROM `decisions` WHERE `kind` = 'profile_restricted' AND `lifted_at` IS NULL);
