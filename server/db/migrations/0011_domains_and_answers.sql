ALTER TABLE `letters` ADD `answer` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `domain` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `letters` ADD `good_faith` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `domain` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `domain` text DEFAULT '' NOT NULL;