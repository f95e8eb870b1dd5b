CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL,
	`blocked_until` integer DEFAULT 0 NOT NULL,
	`blocks` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `consents` (
	`user_id` integer NOT NULL,
	`consent` text NOT NULL,
	`given_at` integer NOT NULL,
	`withdrawn_at` integer,
	PRIMARY KEY(`user_id`, `consent`)
);
--> statement-breakpoint
CREATE TABLE `decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`photo` integer,
	`at` integer NOT NULL,
	`lifted_at` integer
);
--> statement-breakpoint
CREATE INDEX `decisions_user` ON `decisions` (`user_id`);--> statement-breakpoint
CREATE INDEX `decisions_photo` ON `decisions` (`photo`);--> statement-breakpoint
CREATE TABLE `gone_files` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`language` text NOT NULL,
	`reason` text,
	`text` text NOT NULL,
	`profile` integer,
	`message` integer,
	`photo` integer,
	`decision` integer,
	`at` integer NOT NULL,
	`answered_at` integer,
	`upheld` integer
);
--> statement-breakpoint
CREATE INDEX `letters_user` ON `letters` (`user_id`);--> statement-breakpoint
CREATE INDEX `letters_profile` ON `letters` (`profile`);--> statement-breakpoint
ALTER TABLE `photos` ADD `client_id` text;--> statement-breakpoint
ALTER TABLE `photos` ADD `colours` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `reason` text;--> statement-breakpoint
CREATE UNIQUE INDEX `photos_client` ON `photos` (`owner`,`client_id`);--> statement-breakpoint
CREATE INDEX `photos_hash` ON `photos` (`hash`);--> statement-breakpoint
CREATE INDEX `photos_pending` ON `photos` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE `profile_details` ADD `sexuality` text;--> statement-breakpoint
ALTER TABLE `profile_details` ADD `looking_for` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `reserved` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `revoked_at` integer;--> statement-breakpoint
ALTER TABLE `tokens` ADD `data` text;--> statement-breakpoint
ALTER TABLE `users` ADD `settings` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `deleting_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `tracking` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `signup_message` text;--> statement-breakpoint
CREATE INDEX `users_deleting` ON `users` (`deleting_since`) WHERE deleting_since is not null;