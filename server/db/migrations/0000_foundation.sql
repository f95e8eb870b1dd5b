CREATE TABLE `blocks` (
	`blocker` integer NOT NULL,
	`blocked` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`blocker`, `blocked`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `blocks_reverse` ON `blocks` (`blocked`,`blocker`);--> statement-breakpoint
CREATE TABLE `changes` (
	`member` integer NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`entity` integer NOT NULL,
	PRIMARY KEY(`member`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`low` integer NOT NULL,
	`high` integer NOT NULL,
	`started_by` integer NOT NULL,
	`last_message` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_pair` ON `conversations` (`low`,`high`);--> statement-breakpoint
CREATE TABLE `dev_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job` integer NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`unique_key` text,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failed_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_unique` ON `jobs` (`unique_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`) WHERE failed_at is null;--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`user_id`,`reason`,`reference`);--> statement-breakpoint
CREATE TABLE `likes` (
	`liker` integer NOT NULL,
	`liked` integer NOT NULL,
	`at` integer NOT NULL,
	`seen` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`liker`, `liked`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `likes_received` ON `likes` (`liked`,`at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation` integer NOT NULL,
	`sender` integer NOT NULL,
	`client_id` text NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`sender`,`client_id`);--> statement-breakpoint
CREATE INDEX `messages_conversation` ON `messages` (`conversation`,`id`);--> statement-breakpoint
CREATE TABLE `participants` (
	`member` integer NOT NULL,
	`conversation` integer NOT NULL,
	`partner` integer NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_up_to` integer DEFAULT 0 NOT NULL,
	`delivered_up_to` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`member`, `conversation`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `participants_unread` ON `participants` (`member`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner` integer NOT NULL,
	`hash` text NOT NULL,
	`status` text NOT NULL,
	`private` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `photos_owner` ON `photos` (`owner`,`position`);--> statement-breakpoint
CREATE TABLE `profile_details` (
	`id` integer PRIMARY KEY NOT NULL,
	`about_me` text DEFAULT '' NOT NULL,
	`hair_colour` text,
	`eye_colour` text,
	`body_type` text,
	`relationship_status` text,
	`interests` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`gender` text NOT NULL,
	`looking_for` text NOT NULL,
	`birth_date` text NOT NULL,
	`birth_year` integer NOT NULL,
	`country` text NOT NULL,
	`region` text NOT NULL,
	`city` text NOT NULL,
	`fictional` integer DEFAULT false NOT NULL,
	`invisible` integer DEFAULT false NOT NULL,
	`searchable` integer DEFAULT false NOT NULL,
	`last_active` integer NOT NULL,
	`main_photo` integer
);
--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`gender`,`country`,last_active desc,id desc,`birth_date`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_year` ON `profiles` (`gender`,`country`,`birth_year`,last_active desc,id desc,`birth_date`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_region` ON `profiles` (`gender`,`country`,`region`,last_active desc,id desc,`birth_date`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_anywhere` ON `profiles` (`gender`,last_active desc,id desc,`birth_date`) WHERE searchable = 1;--> statement-breakpoint
CREATE INDEX `profiles_anywhere_year` ON `profiles` (`gender`,`birth_year`,last_active desc,id desc,`birth_date`) WHERE searchable = 1;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`endpoint` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`session_hash` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `push_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_session` ON `push_subscriptions` (`session_hash`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `site_settings` (
	`domain` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`domain`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `tokens_user` ON `tokens` (`user_id`,`kind`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`status` text NOT NULL,
	`paid_user` integer DEFAULT false NOT NULL,
	`language` text NOT NULL,
	`signup_at` integer NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`feed_seq` integer DEFAULT 0 NOT NULL,
	`feed_floor` integer DEFAULT 0 NOT NULL,
	`feed_acked` integer DEFAULT 0 NOT NULL,
	`notifications_disabled` text DEFAULT '[]' NOT NULL,
	CONSTRAINT "users_credits" CHECK("users"."credits" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);