CREATE TABLE `age_checks` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`way` text NOT NULL,
	`result` text NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `age_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`way` text NOT NULL,
	`nonce` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`fault` text
);
--> statement-breakpoint
CREATE INDEX `age_requests_user` ON `age_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `age_requests_created` ON `age_requests` (`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `age_due` integer;--> statement-breakpoint
CREATE INDEX `users_age_due` ON `users` (`age_due`) WHERE age_due is not null;