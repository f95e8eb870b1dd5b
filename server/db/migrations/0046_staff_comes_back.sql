DROP INDEX `staff_mail`;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_mail` ON `staff` (`mail`) WHERE ended_at is null;