CREATE TABLE `announcement_drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`form` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`made_by` integer NOT NULL,
	`changed_by` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `announcements` ADD `fallback` text DEFAULT 'it' NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `audience` text DEFAULT '{"languages":[],"countries":[],"last_seen":null}' NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `staff` integer;--> statement-breakpoint
ALTER TABLE `announcements` ADD `stopped_at` integer;--> statement-breakpoint
ALTER TABLE `announcements` ADD `expected_mail` integer;--> statement-breakpoint
ALTER TABLE `announcements` ADD `expected_push` integer;--> statement-breakpoint
ALTER TABLE `announcements` ADD `mail_queued` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `mail_sent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `mail_left_out` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `push_queued` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `push_sent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `push_left_out` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_announcement` ON `jobs` (`kind`,payload ->> '$.announcement',`failed_at`) WHERE kind in ('mail.announcement', 'push.announcement');